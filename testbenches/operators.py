"""Asks Bitwuzla for operands with which an operator's Verilog gives another result than its definition.

Arguments: a file with one module, whose registers count as wires; and a definition with its formats and numbers, as in
`multiplier e5m10 e5m14`. Prints how long a proof took, or ends with an error that names such operands. A definition
knows nothing of circuits: the solver's theory of floating point computes in a standard format that is long enough, and
integers have as many bits as they take.
"""

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import bitwuzla

WIRES = """module \\$dffe (CLK, EN, D, Q);
  parameter WIDTH = 1; parameter CLK_POLARITY = 1; parameter EN_POLARITY = 1;
  input CLK, EN; input [WIDTH-1:0] D; output [WIDTH-1:0] Q; assign Q = D;
endmodule"""

# Exponent bits and precision of the formats that the solver has.
STANDARD = [(5, 11), (8, 24), (11, 53), (15, 113)]


def constant(value, bits):
    return f"(_ bv{value % 2**bits} {bits})"


def bits(word, low, count):
    return f"((_ extract {low + count - 1} {low}) {word})"


class Float:
    """A format, within one of the solver's formats. Subnormal numbers are zeros."""

    def __init__(self, text):
        self.exponent, self.fraction = map(int, re.fullmatch(r"e(\d+)m(\d+)", text).groups())
        self.precision, self.size = self.fraction + 1, self.exponent + self.fraction
        self.least, self.infinity = 2**self.fraction, (2**self.exponent - 1) << self.fraction

    def is_special(self, word):
        return f"(= {bits(word, self.fraction, self.exponent)} {constant(-1, self.exponent)})"

    def spread(self, magnitude, fraction):
        """Exponent and fraction of a magnitude in the longer format, all exponents being those of normal numbers."""
        exponent, precision = self.wide
        offset = constant(2 ** (exponent - 1) - 2 ** (self.exponent - 1), exponent)
        own = f"((_ zero_extend {exponent - self.exponent}) {bits(magnitude, fraction, self.exponent)})"
        zeros = constant(0, precision - 1 - fraction)
        return f"(bvadd {own} {offset})", f"(concat {bits(magnitude, 0, fraction)} {zeros})"

    def number(self, word):
        """The number that a word stands for, in the longer format."""
        exponent, fraction = self.spread(word, self.fraction)
        exponent = f"(ite {self.is_special(word)} {constant(-1, self.wide[0])} {exponent})"
        is_zero = f"(= {bits(word, self.fraction, self.exponent)} {constant(0, self.exponent)})"
        magnitude = f"(ite {is_zero} {constant(0, sum(self.wide) - 1)} (concat {exponent} {fraction}))"
        return f"({self.sort} (concat {bits(word, self.size, 1)} {magnitude}))"

    def power(self, exponent, sign="#b0"):
        """Two to the power of a signed integer of as many bits as the longer format's exponent, with a sign."""
        bias = constant(2 ** (self.wide[0] - 1) - 1, self.wide[0])
        return f"(fp {sign} (bvadd {exponent} {bias}) {constant(0, self.wide[1] - 1)})"

    def rounds(self, word, exact):
        """Whether a word is nearest to a number, or the one NaN."""
        # The bits of a magnitude are ordered as magnitudes are.
        query.append(f"(define-fun exact () (_ FloatingPoint {self.wide[0]} {self.wide[1]}) {exact})")
        query.append(f"(declare-const size (_ BitVec {sum(self.wide) - 1}))")
        query.append(f"(assert (= ({self.sort} (concat #b0 size)) (fp.abs exact)))")
        has_sign = f"(= (fp.isNegative exact) (= {bits(word, self.size, 1)} #b1))"
        nan = constant(self.infinity + self.least // 2, self.size + 1)
        is_nearest = self.is_nearest(bits(word, 0, self.size))
        return f"(ite (fp.isNaN exact) (= {word} {nan}) (and {has_sign} {is_nearest}))"

    def is_nearest(self, magnitude):
        """Whether a number is between the midpoints on either side of a word's, or on one where the word is even.

        Midpoints are words of one bit more. Exponents go on below the least normal number, where all numbers are zero.
        """

        def beyond(one, other, is_even):
            midpoint = "(concat {} {})".format(*self.spread(one, self.precision))
            return "(or (bvult {0}) (and {1} (= {0})))".format(other.format(midpoint), is_even)

        is_even = f"(= {bits(magnitude, 0, 1)} #b0)"
        above = beyond(f"(concat {magnitude} #b1)", "size {}", is_even)
        below = beyond(f"(concat (bvsub {magnitude} {constant(1, self.size)}) #b1)", "{} size", is_even)
        vanishes = beyond(constant(2 * self.least - 1, self.size + 1), "size {}", "false")
        least, infinity = constant(self.least, self.size), constant(self.infinity, self.size)
        is_normal = f"(and (bvule {least} {magnitude}) (bvule {magnitude} {infinity}))"
        is_within = f"(and {below} (or (= {magnitude} {infinity}) {above}))"
        return f"(ite (= {magnitude} {constant(0, self.size)}) {vanishes} (and {is_normal} {is_within}))"


def held(precision, *texts):
    """Formats in the shortest one that has more binades than they have, and at least a precision."""
    formats = [Float(text) for text in texts]
    exponent = max(format.exponent for format in formats)
    for format in formats:
        format.wide = next(wide for wide in STANDARD if wide[0] > exponent and wide[1] >= precision)
        format.sort = "(_ to_fp {} {})".format(*format.wide)
    return formats


def sums(text):
    # A sum that is rounded first to twice the precision and two bits is rounded to the same word.
    return held(2 * Float(text).precision + 2, text)


def adder(text):
    (f,) = sums(text)
    b = f.number("b")
    yield f.rounds("y", f"(fp.add RNE {f.number('a')} (ite (= subtract #b1) (fp.neg {b}) {b}))")


def pair(text):
    (f,) = sums(text)
    for word, operation in (("sum", "add"), ("difference", "sub")):
        yield f.rounds(word, f"(fp.{operation} RNE {f.number('a')} {f.number('b')})")


def multiplier_of_any(text, coefficient):
    f, by = held(Float(text).precision + Float(coefficient).precision, text, coefficient)
    yield f.rounds("y", f"(fp.mul RNE {f.number('a')} {by.number('b')})")


def multiplier(text, coefficient):
    """The coefficient is finite."""
    (rounds,) = multiplier_of_any(text, coefficient)
    yield f"(or {Float(coefficient).is_special('b')} {rounds})"


def multiplier_after_product(text, coefficient):
    """A multiplier to which the product of significands is an input, within the limits of such products."""
    f, by = held(Float(text).precision + Float(coefficient).precision, text, coefficient)
    exponent = constant(2 - 2**f.exponent - f.fraction - by.fraction, f.wide[0])
    units = []
    for format, word in ((f, "a"), (by, "b")):
        own = bits(word, format.fraction, format.exponent)
        exponent = f"(bvadd {exponent} ((_ zero_extend {f.wide[0] - format.exponent}) {own}))"
        unit, number = f.power(constant(0, f.wide[0]), bits(word, format.size, 1)), format.number(word)
        units.append(f"(ite (fp.isNormal {number}) {unit} {number})")
    least, most = f.least * by.least, (2 * f.least - 1) * (2 * by.least - 1)
    query.append(f"(assert (bvuge product {constant(least, ports['product'])}))")
    query.append(f"(assert (bvule product {constant(most, ports['product'])}))")
    unit = f"(fp.mul RNE {units[0]} {units[1]})"
    exact = f"(fp.mul RNE {unit} (fp.mul RNE ({f.sort} RNE (concat #b0 product)) {f.power(exponent)}))"
    rounds = f.rounds("y", f"(ite (fp.isNormal {unit}) {exact} {unit})")
    yield f"(or {by.is_special('b')} {rounds})"


def scaler(text, k):
    (f,) = held(24, text)
    yield f.rounds("y", f"(fp.mul RNE {f.number('a')} {f.power(constant(int(k), f.wide[0]))})")


def float_to_float(source, text):
    f, source = held(24, text, source)
    yield f.rounds("y", source.number("a"))


def fixed_to_float(fraction, text):
    (f,) = held(53, text)
    yield f.rounds("y", f"(fp.mul RNE ({f.sort} RNE a) {f.power(constant(-int(fraction), 11))})")


def block_to_float(text):
    """The field is the exponent of a word whose leading bit is its top bit."""
    (f,) = held(53, text)
    top = 2 ** (f.exponent - 1) - 2 + ports["a"]
    exponent = f"(bvsub ((_ sign_extend {11 - ports['field']}) field) {constant(top, 11)})"
    yield f.rounds("y", f"(ite (= nan #b1) (_ NaN 11 53) (fp.mul RNE ({f.sort} RNE a) {f.power(exponent)}))")


def extended(word, count):
    return f"((_ sign_extend {count}) {word})"


def rounded(number, wide, dropped, rule):
    """An integer over a power of two, which is the greatest that is not more, or by a rule the next one."""
    floor = f"(bvashr {number} {constant(dropped, wide)})"
    twice_rest = f"(bvshl (bvsub {number} (bvshl {floor} {constant(dropped, wide)})) {constant(1, wide)})"
    unit = constant(2**dropped, wide)
    is_tie, is_more = f"(= {twice_rest} {unit})", f"(bvsgt {twice_rest} {unit})"
    up = {
        "convergent": f"(or {is_more} (and {is_tie} (= {bits(floor, 0, 1)} #b1)))",
        "half-up": f"(or {is_more} {is_tie})",
        "truncate": "false",
    }[rule]
    return f"(bvadd {floor} (ite {up} {constant(1, wide)} {constant(0, wide)}))"


def product_over(number, wide, point):
    yield f"(= y {bits(rounded(number, wide, int(point), 'half-up'), 0, ports['y'])})"


def integer_adder():
    yield "(= y (ite (= subtract #b1) (bvsub a b) (bvadd a b)))"


def integer_pair():
    yield "(and (= sum (bvadd a b)) (= difference (bvsub a b)))"


def integer_multiplier(point):
    product = f"(bvmul {extended('a', ports['b'])} {extended('b', ports['a'])})"
    return product_over(extended(product, 2), ports["a"] + ports["b"] + 2, point)


def constant_multiplier(factor, point):
    more = int(factor).bit_length() + 2
    wide = ports["a"] + more
    return product_over(f"(bvmul {extended('a', more)} {constant(int(factor), wide)})", wide, point)


def output_rounding(dropped, rule, overflow):
    """A word that may be shifted or negated first."""
    more = 2 ** ports.get("pre_shift", 0) + 2
    wide = ports["a"] + more
    number = extended("a", more)
    if "by" in ports:
        number = extended(f"(bvshl a ((_ zero_extend {ports['a'] - ports['by']}) by))", more)
    if "pre_shift" in ports:
        number = f"(bvshl {number} ((_ zero_extend {wide - ports['pre_shift']}) pre_shift))"
    if "negate" in ports:
        number = f"(ite (= negate #b1) (bvneg {number}) {number})"
    output = ports["y"]
    query.append(f"(define-fun result () (_ BitVec {wide}) {rounded(number, wide, int(dropped), rule)})")
    low, limit = bits("result", 0, output), 2 ** (output - 1)
    fits = f"(= result {extended(low, wide - output)})"
    most = f"(ite (bvslt result {constant(0, wide)}) {constant(-limit, output)} {constant(limit - 1, output)})"
    y = {"never": low, "wrap": low, "saturate": f"(ite {fits} {low} {most})"}[overflow]
    told = f"(= (= overflow #b0) {fits})" if "overflow" in ports else fits if overflow == "never" else "true"
    yield f"(and (= y {y}) {told})"


def netlist(path):
    """A module in SMT-LIB, without registers."""
    with tempfile.TemporaryDirectory() as folder:
        wires, out = Path(folder, "wires.v"), Path(folder, "netlist.smt2")
        wires.write_text(WIRES)
        steps = f"""read_verilog {path}; hierarchy -auto-top; proc; opt_dff -nosdff; techmap -map {wires}; opt_clean;
            rename -top top; write_smt2 -stbv {out}"""
        subprocess.run(["yosys", "-q", "-p", steps], check=True)
        return out.read_text()


if sys.argv[1:] == ["-V"]:
    sys.exit()
path, name, *parameters = sys.argv[1:]
query = [netlist(path), "(declare-const state |top_s|)"]
found = re.findall(r"^; yosys-smt2-(?:in|out)put (\w+) (\d+)", query[0], re.M)
ports = {port: int(count) for port, count in found}
for port, count in ports.items():
    value = f"(|top_n {port}| state)"
    value = f"(ite {value} #b1 #b0)" if count == 1 else value
    query.append(f"(define-fun {port} () (_ BitVec {count}) {value})")
start = len(query)
options = bitwuzla.Options()
options.set(bitwuzla.Option.PRODUCE_MODELS, True)
for statement in globals()[name](*parameters):
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
    parser.parse("\n".join([*query, f"(assert (not {statement}))"]), False, False)
    solver = parser.bitwuzla()
    if solver.check_sat() != bitwuzla.Result.UNSAT:
        values = (f"{port} = {solver.get_value(parser.parse_term(port))}" for port in ports)
        sys.exit("differs: " + ", ".join(values))
    del query[start:]
print(f"proved in {time.process_time():.1f} s")
