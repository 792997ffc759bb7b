// Drives any core of fftgen, verilated with --prefix Vtop (and -DNATIVE=1 for the native interface),
// and compares every bit of every beat with the vectors of the reference model.
//
//   driver VECTORS            all checks; prints PASS or the first wrong point
//   driver VECTORS --bench N  N cycles at full rate; prints cycles a second
//
// The vector file: "<bits of a beat in> <bits of a beat out> <bits of an exponent> <lanes out> <frames> <beats of a frame in>
// <beats of a frame out> <cycles from frame to frame> <latency> <whether a value is too large> <clock cycles to a beat of the
// core>", then a line for each beat that goes in, and one for each that comes out, hexadecimal, with " <exponent>" where that has
// bits (and -DEXPONENT=1). -DOVERFLOWS=1 where a port tells of values that are too large.

#include "Vtop.h"
#include "verilated.h"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#ifndef NATIVE
#define NATIVE 0
#endif
#ifndef EXPONENT
#define EXPONENT 0
#endif
#ifndef OVERFLOWS
#define OVERFLOWS 0
#endif

double sc_time_stamp() { return 0; }

namespace {

using Word = std::vector<uint32_t>;

// ---- Words on ports of any width ----

template <class Narrow> void put(Narrow& port, const Word& word) {
    port = static_cast<Narrow>(word[0] | (word.size() > 1 ? uint64_t{word[1]} << 32 : 0));
}
template <std::size_t N> void put(VlWide<N>& port, const Word& word) {
    for (std::size_t i = 0; i < N; ++i) port[i] = word[i];
}
template <class Narrow> void get(const Narrow& port, Word& word) {
    word[0] = static_cast<uint32_t>(port);
    if (word.size() > 1) word[1] = static_cast<uint32_t>(uint64_t{port} >> 32);
}
template <std::size_t N> void get(const VlWide<N>& port, Word& word) {
    for (std::size_t i = 0; i < N; ++i) word[i] = port[i];
}

Word from_hex(const std::string& digits, unsigned bits) {
    Word word((bits + 31) / 32);
    if (digits.size() != (bits + 3) / 4 || digits.find_first_not_of("0123456789abcdef") != std::string::npos) {
        std::cerr << "\"" << digits << "\" is not a word of " << bits << " bits\n";
        std::exit(2);
    }
    for (std::size_t i = 0; i < digits.size(); ++i) {
        auto digit = static_cast<uint32_t>(std::stoul(digits.substr(digits.size() - 1 - i, 1), nullptr, 16));
        word[i / 8] |= digit << (i % 8 * 4);
    }
    return word;
}

// Bits [low +: count] as hexadecimal.
std::string to_hex(const Word& word, unsigned low, unsigned count) {
    std::string digits;
    for (unsigned at = 0; at < count; at += 4) {
        unsigned digit = 0;
        for (unsigned bit = low + at; bit < low + at + 4 && bit < low + count; ++bit)
            digit |= (word[bit / 32] >> (bit % 32) & 1) << (bit - low - at);
        digits.insert(digits.begin(), "0123456789abcdef"[digit]);
    }
    return digits;
}

// ---- Reproducible noise (Marsaglia 2003, xorshift) ----

struct Noise {
    uint64_t state;
    explicit Noise(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15u | 1) {}
    uint32_t word() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return static_cast<uint32_t>(state >> 24);
    }
    unsigned below(unsigned n) { return word() % n; }
};

struct Vectors {
    unsigned bits_in = 0, bits = 0, exponent_bits = 0, lanes = 0, frames = 0, beats_in = 0, beats = 0, interval = 0, latency = 0, pace = 1;
    bool overflow = false;
    std::vector<Word> input, output, exponent;

    explicit Vectors(const char* path) {
        std::ifstream file(path);
        file >> bits_in >> bits >> exponent_bits >> lanes >> frames >> beats_in >> beats >> interval >> latency >> overflow >> pace;
        std::string digits;
        while (input.size() < std::size_t{frames} * beats_in && file >> digits) input.push_back(from_hex(digits, bits_in));
        while (output.size() < std::size_t{frames} * beats && file >> digits) {
            output.push_back(from_hex(digits, bits));
            if (exponent_bits > 0 && file >> digits) exponent.push_back(from_hex(digits, exponent_bits));
        }
        if (frames == 0 || input.size() != frames * beats_in || output.size() != frames * beats) {
            std::cerr << path << ": no whole frames\n";
            std::exit(2);
        }
    }
    // Whether a frame has to wait behind the last beat of the frame before it.
    bool spaced() const { return interval > pace * beats_in; }
    // Clock cycles that a beat waits at the most: for the next cycle of the core, or for the start of a frame.
    unsigned patience() const { return spaced() ? interval : pace; }
};

// ---- The core, one cycle at a time ----

struct Offer {
    const Word* data;
    bool first, last;
};

struct Cycle {
    bool taken, given, last, missing, unexpected, overflow;
};

class Core {
  public:
    Word data;         // of the beat given
    Word exponent{0};  // of its frame

    Core(const Vectors& vectors, int seed)
        : data(vectors.output[0].size()), beats_in(vectors.beats_in), beats(vectors.beats), interval(vectors.interval), noise(seed), junk(vectors.input[0].size()) {
        context.randReset(2);  // registers start with anything
        context.randSeed(seed);
        top = std::make_unique<Vtop>(&context);
        top->rst = 0;
        step(nullptr, true);
        step(nullptr, false);
        reset();
    }
    ~Core() { top->final(); }

    void reset() {
        top->rst = 1;
        Offer nothing{&junk, true, noise.below(2) == 1};
        step(noise.below(2) ? &nothing : nullptr, noise.below(2) == 1);
        top->rst = 0;
        entering = leaving = rest = 0;
    }

    // `offer`: a beat or none; `accept`: the sink is ready.
    Cycle step(const Offer* offer, bool accept) {
        if (!offer)
            for (auto& limb : junk) limb = noise.word();
        const Word& word = offer ? *offer->data : junk;
        Cycle cycle{};
        top->clk = 0;
#if NATIVE
        // A frame waits for the initiation interval of the one before.
        if (entering == 0 && rest > 0) offer = nullptr;
        bool enable = accept && (offer || entering == 0);
        put(top->in_data, word);
        top->in_start = offer && entering == 0;
        top->ce = enable;
        top->eval();
        cycle.taken = offer && enable;
        if (enable && top->out_start) leaving = beats;
        cycle.given = enable && leaving > 0;
        cycle.last = leaving == 1;
        if (cycle.given) --leaving;
        if (enable) rest = offer && entering == 0 ? interval - 1 : rest > 0 ? rest - 1 : 0;
        if (cycle.taken) entering = entering == 0 ? beats_in - 1 : entering - 1;
        if (cycle.given) get(top->out_data, data);
#if EXPONENT
        if (cycle.given) get(top->out_exponent, exponent);
#endif
#if OVERFLOWS
        cycle.overflow = enable && top->overflow;
#endif
#else
        put(top->s_axis_tdata, word);
        top->s_axis_tvalid = offer != nullptr;
        top->s_axis_tlast = offer ? offer->last : noise.below(2);
        top->m_axis_tready = accept;
        top->eval();
        cycle.taken = offer && top->s_axis_tready;
        cycle.given = accept && top->m_axis_tvalid;
        cycle.last = top->m_axis_tlast;
        cycle.missing = top->event_tlast_missing;
        cycle.unexpected = top->event_tlast_unexpected;
        if (cycle.given) get(top->m_axis_tdata, data);
#if EXPONENT
        if (cycle.given) get(top->m_axis_tuser, exponent);
#endif
#if OVERFLOWS
        cycle.overflow = top->event_overflow;
#endif
#endif
        top->clk = 1;
        top->eval();
        return cycle;
    }

  private:
    VerilatedContext context;
    std::unique_ptr<Vtop> top;
    unsigned beats_in, beats, interval, entering = 0, leaving = 0, rest = 0;
    Noise noise;
    Word junk;
};

// ---- Checks ----

// How frames are sent and received.
struct Pattern {
    std::string name;
    unsigned frames = 1;
    unsigned gap = 0;                        // cycles between frames
    unsigned random_gap = 0;                 // up to so many more
    unsigned pause_in = 0, pause_out = 0;    // of 16 cycles, on average
    unsigned hold = 1;                       // cycles a pause, or its absence, lasts
    bool wrong_tlast = false;                // now and then
    unsigned cut = 0;                        // stop after so many cycles; 0: not at all

    bool steady() const { return pause_in == 0 && pause_out == 0; }
};

struct Bench {
    const Vectors& vectors;
    Core& core;
    Noise noise;
    unsigned compared = 0, interval = 0, first_frame = 0;

    [[noreturn]] void fail(const Pattern& pattern, const std::string& what) {
        std::cout << "FAIL: " << what << " [" << pattern.name << "]\n";
        std::exit(1);
    }

    void compare(const Pattern& pattern, unsigned received, bool last) {
        unsigned frame = (first_frame + received / vectors.beats) % vectors.frames, beat = received % vectors.beats;
        const Word& expected = vectors.output[frame * vectors.beats + beat];
        auto at = [](const char* what, unsigned n) { return std::string(what) + std::to_string(n); };
        if (core.data != expected) {
            unsigned sample = vectors.bits / vectors.lanes, lane = 0;
            auto part = [&](const Word& word) { return to_hex(word, lane * sample, sample); };
            while (lane + 1 < vectors.lanes && part(core.data) == part(expected)) ++lane;
            fail(pattern, at("frame ", frame) + at(", point ", beat * vectors.lanes + lane) + at(" (beat ", beat) +
                              at(", lane ", lane) + "): got " + part(core.data) + ", expected " + part(expected));
        }
        if (vectors.exponent_bits > 0 && core.exponent != vectors.exponent[frame * vectors.beats + beat])
            fail(pattern, at("frame ", frame) + at(", beat ", beat) + ": exponent " +
                              to_hex(core.exponent, 0, vectors.exponent_bits) + ", expected " +
                              to_hex(vectors.exponent[frame * vectors.beats + beat], 0, vectors.exponent_bits));
        if (last != (beat + 1 == vectors.beats)) fail(pattern, at("frame ", frame) + at(", beat ", beat) + ": last");
    }

    void run(const Pattern& pattern) {
        const unsigned total = pattern.frames * vectors.beats_in, expected = pattern.frames * vectors.beats;
        // A core without a stream of its own computes in the cycles without a pause alone.
        const unsigned open = 16 - std::max(pattern.pause_in, pattern.pause_out);
        const unsigned patience = (vectors.latency + 4 * vectors.interval + 1000) * 16 / open;
        unsigned held = 0, sent = 0, received = 0, idle = 0, wait = 0, missing = 0, unexpected = 0, overflows = 0;
        long events = 0;
        bool offering = false, pausing_in = false, pausing_out = false, flip = false;
        std::vector<unsigned> entered, left;
        // Once all is out, some cycles more: nothing may follow.
        for (unsigned now = 0, rest = vectors.latency + 8; rest > 0; ++now) {
            if (pattern.cut != 0 && now == pattern.cut) {
                core.reset();
                return;
            }
            if (now % pattern.hold == 0) {
                pausing_in = noise.below(16) < pattern.pause_in;
                pausing_out = noise.below(16) < pattern.pause_out;
            }
            if (!offering && sent < total && wait == 0 && !pausing_in) {
                offering = true;
                flip = pattern.wrong_tlast && noise.below(4) == 0;
            }
            if (wait > 0) --wait;
            unsigned beat = sent % vectors.beats_in;
            bool end = beat + 1 == vectors.beats_in;
            unsigned frame = (first_frame + sent / vectors.beats_in) % vectors.frames;
            Offer offer{&vectors.input[frame * vectors.beats_in + beat], beat == 0, end != flip};
            Cycle cycle = core.step(offering ? &offer : nullptr, !pausing_out);
            missing += cycle.missing;
            unexpected += cycle.unexpected;
            overflows += cycle.overflow;
            held = offering && !cycle.taken ? held + 1 : 0;
            if (held >= vectors.patience() && pattern.steady()) fail(pattern, "the core did not take a beat");
            if (cycle.taken) {
                if (beat == 0) entered.push_back(now);
                if (flip) events += end ? 1 : 1L << 32;
                if (end) wait = pattern.gap + (pattern.random_gap ? noise.below(pattern.random_gap + 1) : 0);
                ++sent;
                offering = false;
            }
            if (cycle.given) {
                if (received == expected) fail(pattern, "a beat after the last frame");
                compare(pattern, received, cycle.last);
                if (received % vectors.beats == 0) left.push_back(now);
                ++received;
            }
            idle = cycle.taken || cycle.given || received == expected ? 0 : idle + 1;
            if (idle > patience + wait)
                fail(pattern, "timeout: " + std::to_string(sent) + " beats sent, " + std::to_string(received) + " received");
            if (received == expected) --rest;
        }
        if (missing + (long{unexpected} << 32) != (NATIVE ? 0 : events))
            fail(pattern, "tlast events: " + std::to_string(missing) + " missing, " + std::to_string(unexpected) + " unexpected");
        // Which of the frames overflow is not known, only whether one of all does.
        if (OVERFLOWS && (overflows > 0 ? !vectors.overflow : vectors.overflow && pattern.frames >= vectors.frames))
            fail(pattern, std::to_string(overflows) + " cycles tell of overflow");
        if (pattern.steady()) timing(pattern, entered, left);
        compared += pattern.frames;
        first_frame = (first_frame + pattern.frames) % vectors.frames;
    }

    // Unstalled, each frame takes the promised time, and frames without gaps follow each other.
    void timing(const Pattern& pattern, const std::vector<unsigned>& entered, const std::vector<unsigned>& left) {
        for (std::size_t i = 0; i < left.size(); ++i) {
            // A frame that came too early has waited for the interval.
            bool waited = vectors.spaced() && i > 0
                && entered[i] + vectors.latency < left[i - 1] + vectors.interval;
            if (!waited && left[i] - entered[i] != vectors.latency)
                fail(pattern, "latency " + std::to_string(left[i] - entered[i]) + ", promised " + std::to_string(vectors.latency));
            if (waited && left[i] - left[i - 1] != vectors.interval)
                fail(pattern, "waited for " + std::to_string(left[i] - left[i - 1]) + ", promised " + std::to_string(vectors.interval));
        }
        for (std::size_t i = 1; i < left.size() && pattern.gap + pattern.random_gap == 0; ++i) {
            interval = left[i] - left[i - 1];
            if (interval != vectors.interval)
                fail(pattern, "interval " + std::to_string(interval) + ", promised " + std::to_string(vectors.interval));
        }
    }

    void all() {
        const unsigned frames = vectors.frames, few = frames < 3 ? frames : 3;
        Pattern full;
        full.name = "full rate";
        full.frames = 2 * frames;
        run(full);
        for (unsigned density : {1, 4, 8, 14})
            for (unsigned hold : {1, 5}) {
                Pattern stalls = full;
                stalls.name = "pauses " + std::to_string(density) + "/16, " + std::to_string(hold) + " cycles long";
                stalls.frames = frames;
                stalls.hold = hold;
                stalls.pause_in = density;
                run(stalls);
                stalls.pause_out = density;
                stalls.random_gap = 2 * vectors.interval;
                run(stalls);
                stalls.pause_in = 1;
                run(stalls);
            }
        const unsigned step = 1 + vectors.interval / 20;
        for (unsigned gap = 0; gap <= 2 * vectors.interval; gap += step) {
            Pattern gaps = full;
            gaps.name = "gaps of " + std::to_string(gap) + " cycles";
            gaps.frames = few;
            gaps.gap = gap;
            run(gaps);
        }
        Pattern gaps = full;
        gaps.name = "random gaps";
        gaps.random_gap = 2 * vectors.interval;
        run(gaps);
        for (unsigned number = 0; number < 24; ++number) {
            Pattern cut = full;
            cut.name = "reset";
            cut.pause_in = cut.pause_out = number % 3;
            cut.cut = 1 + noise.below(vectors.latency + 3 * vectors.interval);
            run(cut);
            Pattern after = full;
            after.name = "after a reset at cycle " + std::to_string(cut.cut);
            after.frames = few;
            run(after);
        }
        for (unsigned pause : {0, 6}) {
            Pattern wrong = full;
            wrong.name = "wrong tlast";
            wrong.wrong_tlast = true;
            wrong.pause_in = wrong.pause_out = pause;
            run(wrong);
        }
    }
};

void benchmark(const Vectors& vectors, long cycles) {
    Core core(vectors, 1);
    std::size_t sent = 0;
    unsigned long given = 0;
    auto start = std::chrono::steady_clock::now();
    for (long now = 0; now < cycles; ++now) {
        std::size_t beat = sent % vectors.beats_in;
        Offer offer{&vectors.input[sent], beat == 0, beat + 1 == vectors.beats_in};
        Cycle cycle = core.step(&offer, true);
        given += cycle.given;
        if (cycle.taken) sent = (sent + 1) % vectors.input.size();
    }
    std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    std::printf("%ld cycles, %lu beats out, %.0f cycles/s\n", cycles, given, cycles / time.count());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2 && !(argc == 4 && std::strcmp(argv[2], "--bench") == 0)) {
        std::cerr << "usage: driver VECTORS [--bench CYCLES]\n";
        return 2;
    }
    Vectors vectors(argv[1]);
    if (argc == 4) {
        benchmark(vectors, std::atol(argv[3]));
        return 0;
    }
    unsigned frames = 0, interval = 0;
    // A second start from other register contents, where frames are short enough.
    for (int seed = 1; seed <= (vectors.interval > 32 ? 1 : 2); ++seed) {
        Core core(vectors, seed);
        Bench bench{vectors, core, Noise(seed)};
        bench.all();
        frames += bench.compared;
        interval = bench.interval;
    }
    std::cout << "PASS: " << frames << " frames, latency " << vectors.latency << " cycles, interval " << interval
              << " cycles\n";
    return 0;
}
