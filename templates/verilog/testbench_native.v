  // The core as a stream: a gap within a frame and a sink that is not ready stop its clock enable.
  reg [31:0] entering;
  reg [31:0] leaving;
  wire running = entering != 0;
  wire active = out_start | (leaving != 0);
  assign in_data = s_data;
  assign in_start = s_valid & ~running;
  assign ce = m_ready & (s_valid | ~running);
  assign s_ready = ce;
  assign m_data = out_data;
  assign m_valid = active & (s_valid | ~running);
  assign m_last = out_start ? BEATS == 1 : leaving == 1;
  assign missing = 1'b0;
  assign unexpected = 1'b0;

  always @(posedge clk)
    if (rst) begin
      entering <= 0;
      leaving <= 0;
    end else if (ce) begin
      entering <= running ? entering - 1 : s_valid ? BEATS - 1 : 0;
      leaving <= out_start ? BEATS - 1 : leaving != 0 ? leaving - 1 : 0;
    end
