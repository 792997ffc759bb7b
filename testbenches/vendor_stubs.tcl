# Commands of Vivado and of Platform Designer as stubs: each checks its options and the files that it names, and prints its call.
#
#   tclsh vendor_stubs.tcl vivado|quartus <script>

# Options of each command, with the number of their arguments.
array set vivado {
  create_project {-in_memory 0 -part 1 -force 0}
  current_project {}
  get_filesets {}
  read_verilog {-sv 0}
  read_xdc {-mode 1}
  set_property {}
  current_fileset {}
  update_compile_order {-fileset 1}
  ipx::package_project {-root_dir 1 -vendor 1 -library 1 -taxonomy 1 -import_files 0 -force 0}
  ipx::current_core {}
  ipx::create_xgui_files {}
  ipx::update_checksums {}
  ipx::check_integrity {}
  ipx::save_core {}
  close_project {}
  synth_design {-top 1 -part 1 -mode 1}
  opt_design {}
  place_design {}
  phys_opt_design {}
  route_design {}
  report_utilization {-file 1}
  report_timing_summary {-file 1}
  write_checkpoint {-force 0}
  create_clock {-name 1 -period 1}
  get_ports {}
}
array set quartus {
  set_module_property {}
  add_fileset {}
  set_fileset_property {}
  add_fileset_file {}
  add_interface {}
  add_interface_port {}
  set_interface_property {}
  create_clock {-name 1 -period 1}
  derive_clock_uncertainty {}
  get_ports {}
}

proc called {name options arguments} {
  array set known $options
  for {set at 0} {$at < [llength $arguments]} {incr at} {
    set word [lindex $arguments $at]
    if {[string match -* $word]} {
      if {![info exists known($word)]} { error "$name has no option $word" }
      incr at $known($word)
    }
  }
  if {[string match read_* $name]} {
    foreach file [lindex $arguments end] {
      if {![file exists $file]} { error "$name: there is no file $file" }
    }
  }
  puts [string trim "$name $arguments"]
  return "<$name>"
}

lassign $argv tool script
namespace eval ipx {}
foreach {name options} [array get $tool] {
  proc ::$name args "called $name {$options} \$args"
}
# Platform Designer's commands come as a package.
package provide qsys 18.1
if {$tool eq "quartus"} {
  rename add_fileset_file stub_of_add_fileset_file
  proc add_fileset_file {name kind from path args} {
    if {$from ne "PATH" || ![file exists $path]} { error "there is no file $path" }
    stub_of_add_fileset_file $name $kind $from $path {*}$args
  }
  # Ports go to interfaces that were added.
  rename add_interface stub_of_add_interface
  proc add_interface {name kind side} {
    set ::interfaces($name) $kind
    stub_of_add_interface $name $kind $side
  }
  rename add_interface_port stub_of_add_interface_port
  proc add_interface_port {interface port role direction width} {
    if {![info exists ::interfaces($interface)]} { error "there is no interface $interface" }
    if {$direction ni {Input Output} || ![string is integer -strict $width]} { error "$port: $direction $width" }
    stub_of_add_interface_port $interface $port $role $direction $width
  }
}
set argv {}
source $script
