# Choices of the command line.
DATA = os.environ.get("FFTGEN_DATA", "")
RANDOM_FRAMES = int(os.environ.get("FFTGEN_RANDOM_FRAMES", "0"))
CONFIG_WORD = int(os.environ["FFTGEN_CONFIG_WORD"], 0) if "FFTGEN_CONFIG_WORD" in os.environ else None


@functools.cache
def model():
    """The bit-accurate model of the core, of the Python package."""
    import fftgen

    flags, last = {}, None
    for word in shlex.split(COMMAND)[1:]:
        if word.startswith("--"):
            last = word[2:].replace("-", "_")
            flags[last] = True
        else:
            flags[last] = word
    flags = {name: value for name, value in flags.items() if name not in ("emit", "license", "language")}
    # Flags may name files beside which the program was started.
    with contextlib.chdir(os.environ.get("FFTGEN_FOLDER", ".")):
        return fftgen.Design(**flags)


def words_of_data(config_word=None):
    """Words of the samples in a file: those of whole frames."""
    if DATA.endswith(".npy"):
        samples = np.load(DATA).ravel()
    else:
        samples = np.fromfile(DATA, "<i2") / 2.0**15
        samples = samples[0::2] + 1j * samples[1::2]
    components = (samples.real if IS_REAL else np.stack([samples.real, samples.imag], -1)).ravel()
    shape = model().words_shape(config_word)
    whole = components.size - components.size % math.prod(shape)
    return model().words(components[:whole].reshape(-1, *shape))


def random_words(numbers, count, config_word=None):
    """Words of frames of random numbers."""
    return model().words(numbers.uniform(-1, 1, (count, *model().words_shape(config_word))) * FULL_SCALE)


