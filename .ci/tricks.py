"""Proves the tricks with words for all inputs, from a transcription that is compared with the Rust.

`python tricks.py VECTORS`: the file has the lines that `cargo test --lib vectors -- --nocapture` prints, each with a
function, its arguments and what the Rust gave. The same transcription is run on them with integers and given to z3 with
bit-vectors. Each claim has a fault beside it: with the fault, z3 has to find a counterexample, or the claim says nothing.
"""

import sys
import time

import z3

ONES, TOPS = 0x0101010101010101, 0x8080808080808080
ALL = (1 << 64) - 1


# Arithmetic of 64 bits, with integers or with bit-vectors.


def wrapped(value):
    return value & ALL


def shift_right(value, by):
    if z3.is_expr(value) or z3.is_expr(by):
        return z3.LShR(value, by)
    return value >> by if by < 64 else 0


def is_above(value, bound):
    return z3.UGT(value, bound) if z3.is_expr(value) else value > bound


def choose(condition, then, otherwise):
    if z3.is_expr(condition):
        return z3.If(condition, then, otherwise)
    return then if condition else otherwise


# The transcriptions. `fault` is what a claim has to refute.


def equal_in_word(word, byte, fault=False):
    zeroed = word ^ wrapped(byte * ONES)
    return wrapped(zeroed - ONES) & ~(word if fault else zeroed) & TOPS


def between_in_word(word, low, high, fault=False):
    low_bits = word & ~TOPS & ALL
    at_least = wrapped(low_bits + wrapped((0x80 - low) * ONES))
    above = wrapped(low_bits + wrapped(((0x80 if fault else 0x7F) - high) * ONES))
    return at_least & ~above & ~word & TOPS


def to_ascii_lowercase(word, fault=False):
    low_bits = word & (ONES * 0x7F)
    from_a = wrapped(low_bits + ONES * (0x80 - ord("@" if fault else "A")))
    after_z = wrapped(low_bits + ONES * (0x7F - ord("Z")))
    capitals = (from_a ^ after_z) & ~word & TOPS
    return word | shift_right(capitals, 2)


def through_semicolon(word, fault=False):
    """The mask whose first bit is in the first semicolon."""
    others = word ^ (ONES * ord(";"))
    return wrapped(others - ONES) & (ALL if fault else ~others & ALL) & TOPS


def first_bytes(count, fault=False):
    return shift_right(ALL, wrapped((7 if fault else 8) * (8 - count)))


def line_ends(line_feeds, crs, after_cr, fault=False):
    """The bits of the bytes of a piece at which a line ends: of CR LF, at the CR."""
    return crs | line_feeds & ~(wrapped(crs << 1) | (0 if fault else after_cr)) & ALL


def on_line(ends_at, fault=False):
    """The bits from the start of a line on; `ends_at` is 64 if the line begins after the piece."""
    shifted = wrapped((ALL - 1 if fault else ALL) << ends_at)
    return choose(ends_at == 64, 0, shifted)


def lowered_len(start, end, fault=False):
    """The length of a name in lower case, from its start and the lowest bits of its end."""
    return wrapped(end - start) & (0x07 if fault else 0x1F)


def digit(code, base, digit, fault=False):
    """A code with one more digit, with what is beyond U+10FFFF as one number."""
    code = wrapped(code * base + digit)
    beyond = 0x110000
    return choose(is_above(code, beyond), beyond - (1 if fault else 0), code)


ALL_FUNCTIONS = [
    equal_in_word,
    between_in_word,
    to_ascii_lowercase,
    through_semicolon,
    first_bytes,
    line_ends,
    on_line,
    lowered_len,
    digit,
]
FUNCTIONS = {function.__name__: function for function in ALL_FUNCTIONS}


# The claims: what must not be possible.


def byte(word, at):
    return z3.Extract(8 * at + 7, 8 * at, word)


def bit(word, at):
    return z3.Extract(at, at, word) == 1


def mark(word, at):
    """Whether the top bit of a byte is set."""
    return bit(word, 8 * at + 7)


def extended(value):
    return z3.ZeroExt(64 - value.size(), value)


def between(value, least, most):
    return z3.And(z3.ULE(least, value), z3.ULE(value, most))


def first_is(marks, is_one):
    """The first byte that is marked is the first that is one, and no byte before it is marked."""
    earlier = [z3.Not(is_one(at)) for at in range(8)]
    return z3.And([z3.Implies(z3.And(earlier[:at]), mark(marks, at) == is_one(at)) for at in range(8)])


def claims():
    word, other = z3.BitVecs("word other", 64)
    small, low, high = z3.BitVecs("small low high", 8)

    yield "equal_in_word is exact up to the first", lambda fault: z3.Not(
        first_is(equal_in_word(word, extended(small), fault), lambda at: byte(word, at) == small)
    )

    def between_differs(fault):
        found = between_in_word(word, extended(low), extended(high), fault)
        differs = [mark(found, at) != between(byte(word, at), low, high) for at in range(8)]
        return z3.And(z3.ULE(low, high), z3.ULT(high, 0x80), z3.Or(differs))

    yield "between_in_word is exact in every byte", between_differs

    def lowered(c):
        return z3.If(between(c, 0x41, 0x5A), c | 0x20, c)

    yield "to_ascii_lowercase lowers each byte alone", lambda fault: z3.Or(
        [byte(to_ascii_lowercase(word, fault), at) != lowered(byte(word, at)) for at in range(8)]
    )
    yield "through_semicolon finds the first semicolon", lambda fault: z3.Not(
        first_is(through_semicolon(word, fault), lambda at: byte(word, at) == ord(";"))
    )
    yield "first_bytes has the first bytes", lambda fault: z3.Or(
        [
            byte(first_bytes(z3.BitVecVal(count, 64), fault), at) != (0xFF if at < count else 0)
            for count in range(1, 9)
            for at in range(8)
        ]
    )

    def same_names(fault):
        """Two words have the same key, and other names up to their semicolons. Without these, zeros count as none."""
        last = 0 if fault else ord(";")
        found = []
        for count in range(1, 9):
            for length in range(1, 9):
                a = word & first_bytes(z3.BitVecVal(count, 64))
                b = other & first_bytes(z3.BitVecVal(length, 64))
                end = z3.And(byte(word, count - 1) == last, byte(other, length - 1) == last)
                differ = z3.Or([z3.BoolVal(count != length)] + [byte(word, at) != byte(other, at) for at in range(count)])
                found.append(z3.And(end, a == b, differ))
        return z3.Or(found)

    yield "names of references with one key are one", same_names

    line_feeds, crs = z3.BitVecs("line_feeds crs", 64)
    after = z3.BitVec("after", 1)

    def ends_differ(fault):
        ends = line_ends(line_feeds, crs, extended(after), fault)
        differ = []
        for at in range(64):
            before = bit(crs, at - 1) if at else after == 1
            differ.append(bit(ends, at) != z3.Or(bit(crs, at), z3.And(bit(line_feeds, at), z3.Not(before))))
        return z3.And(line_feeds & crs == 0, z3.Or(differ))

    yield "a line ends at LF, at CR, and once at CR LF", ends_differ
    place = z3.BitVec("place", 64)
    yield "the bits of the last line are those from its start on", lambda fault: z3.And(
        z3.ULE(place, 64),
        z3.Or([bit(on_line(place, fault), at) != z3.ULE(place, at) for at in range(64)]),
    )
    start, length, name = z3.BitVecs("start length name", 64)
    yield "five bits of the end give the length of a short name", lambda fault: z3.And(
        z3.ULT(start, 1 << 31),
        z3.ULE(length, 8),
        z3.ULT(name, 256),
        lowered_len(start, 1 << 31 | name << 8 | (start + length) & 0x1F, fault) != length,
    )
    code, next_digit, number = z3.BitVecs("code digit number", 64)

    def as_code(number):
        return z3.If(z3.UGT(number, 0x110000), 0x110000, number)

    for base in (10, 16):
        # By induction: if `code` stands for a number, what comes of it stands for the number with one more digit.
        yield f"a code of base {base} is the number, or beyond", lambda fault, base=base: z3.And(
            z3.ULT(next_digit, base),
            z3.ULT(number, 1 << 56),
            code == as_code(number),
            z3.Or(
                digit(code, base, next_digit, fault) != as_code(number * base + next_digit),
                # Thirty-two bits are enough.
                z3.UGE(code * base + next_digit, 1 << 32),
            ),
        )


def compare(path):
    counts = dict.fromkeys(FUNCTIONS, 0)
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            found = line.partition("vector ")[2].split()
            if not found:
                continue
            name, *numbers = found
            *arguments, expected = (int(number, 16) for number in numbers)
            given = FUNCTIONS[name](*arguments)
            if given != expected:
                sys.exit(f"{name}{tuple(map(hex, arguments))}: {expected:#x} in Rust, {given:#x} in the transcription")
            counts[name] += 1
    for name, count in counts.items():
        if count < 100:
            sys.exit(f"{count} results of {name}, expected a hundred: is its test still there?")
    print(f"{sum(counts.values())} results of {len(counts)} functions are those of the transcription")


def prove():
    for claim, refutation in claims():
        for fault in (False, True):
            begun = time.monotonic()
            solver = z3.Solver()
            solver.add(refutation(fault))
            found = solver.check()
            if found != (z3.sat if fault else z3.unsat):
                model = solver.model() if found == z3.sat else ""
                sys.exit(f"{claim}{', with a fault' if fault else ''}: {found}\n{model}")
            if not fault:
                print(f"proved in {time.monotonic() - begun:.1f} s: {claim}", flush=True)


compare(sys.argv[1])
prove()
