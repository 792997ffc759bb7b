library ieee;
use ieee.std_logic_1164.all;

-- Functions of words that VHDL has not.
package DESIGN_words is
  -- One of two bits, or of two words: `a` where `choice` is set.
  function mux(choice, a, b : std_logic) return std_logic;
  function mux(choice : std_logic; a, b : std_logic_vector) return std_logic_vector;
  -- Copies of a bit, or of a word, side by side.
  function copies(count : positive; of_bit : std_logic) return std_logic_vector;
  function copies(count : positive; of_word : std_logic_vector) return std_logic_vector;
  -- Logical shifts, by an amount that may exceed the word.
  function shl(word, amount : std_logic_vector) return std_logic_vector;
  function shr(word, amount : std_logic_vector) return std_logic_vector;
  -- Product of unsigned words, and of two's complement ones, with all of its bits.
  function product(a, b : std_logic_vector) return std_logic_vector;
  function signed_product(a, b : std_logic_vector) return std_logic_vector;
  -- Place of a word among `words` of them. An address past the end is that of the last one.
  function place(address : std_logic; words : positive) return natural;
  function place(address : std_logic_vector; words : positive) return natural;
end package;

library ieee;
use ieee.numeric_std.all;

package body DESIGN_words is
  function mux(choice, a, b : std_logic) return std_logic is
  begin
    if choice = '1' then
      return a;
    end if;
    return b;
  end function;

  function mux(choice : std_logic; a, b : std_logic_vector) return std_logic_vector is
    variable chosen : std_logic_vector(a'length - 1 downto 0) := b;
  begin
    if choice = '1' then
      chosen := a;
    end if;
    return chosen;
  end function;

  function copies(count : positive; of_bit : std_logic) return std_logic_vector is
    constant all_of_them : std_logic_vector(count - 1 downto 0) := (others => of_bit);
  begin
    return all_of_them;
  end function;

  function copies(count : positive; of_word : std_logic_vector) return std_logic_vector is
    variable all_of_them : std_logic_vector(count * of_word'length - 1 downto 0);
  begin
    for i in 0 to count - 1 loop
      all_of_them((i + 1) * of_word'length - 1 downto i * of_word'length) := of_word;
    end loop;
    return all_of_them;
  end function;

  -- Shifts by powers of two, one for each bit of the amount. No word has 2**16 bits.
  function shl(word, amount : std_logic_vector) return std_logic_vector is
    variable shifted : unsigned(word'length - 1 downto 0) := unsigned(word);
    constant by : std_logic_vector(amount'length - 1 downto 0) := amount;
  begin
    for i in by'reverse_range loop
      if by(i) = '1' then
        shifted := shift_left(shifted, 2 ** minimum(i, 16));
      end if;
    end loop;
    return std_logic_vector(shifted);
  end function;

  function shr(word, amount : std_logic_vector) return std_logic_vector is
    variable shifted : unsigned(word'length - 1 downto 0) := unsigned(word);
    constant by : std_logic_vector(amount'length - 1 downto 0) := amount;
  begin
    for i in by'reverse_range loop
      if by(i) = '1' then
        shifted := shift_right(shifted, 2 ** minimum(i, 16));
      end if;
    end loop;
    return std_logic_vector(shifted);
  end function;

  function product(a, b : std_logic_vector) return std_logic_vector is
  begin
    return std_logic_vector(unsigned(a) * unsigned(b));
  end function;

  function signed_product(a, b : std_logic_vector) return std_logic_vector is
  begin
    return std_logic_vector(signed(a) * signed(b));
  end function;

  function place(address : std_logic; words : positive) return natural is
  begin
    return place(std_logic_vector'(0 => address), words);
  end function;

  function place(address : std_logic_vector; words : positive) return natural is
    -- Zero where the address is unknown.
    variable at : natural := to_integer(to_01(unsigned(address)));
  begin
    -- synthesis translate_off
    if at >= words then
      at := words - 1;
    end if;
    -- synthesis translate_on
    return at;
  end function;
end package body;
