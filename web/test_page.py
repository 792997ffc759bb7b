"""The page in a browser: figures, verdicts, archives beside the program's folders, the front, addresses and narrow screens."""

import functools
import http.server
import io
import os
import pathlib
import shutil
import subprocess
import threading
import zipfile

import pytest
from playwright.sync_api import expect, sync_playwright

REPOSITORY = pathlib.Path(__file__).parent.parent
DIST = REPOSITORY / "web/dist"
PROGRAM = os.environ.get("FFTGEN", str(REPOSITORY / "target/release/fftgen"))
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
# Milliseconds within which everything answers.
PATIENCE = 30_000


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def address():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=DIST))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        # Without a sandbox of its own where root runs it, as in a container.
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"] if os.getuid() == 0 else [])
        yield browser
        browser.close()


@pytest.fixture
def page(browser, address):
    """The page as it is first shown. It has to keep to its host, and to say nothing on the console."""
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    requests, complaints = [], []
    context.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    planned(page, "1024-point DFT")
    yield page
    context.close()
    assert requests and all(url.startswith((address, f"blob:{address}", "data:")) for url in requests), requests
    assert complaints == []


def planned(page, title):
    expect(page.locator("#title")).to_contain_text(title)
    expect(page.locator("#core")).to_have_attribute("data-is", "new")
    expect(page.locator("#picture")).to_have_js_property("complete", True)


def figure(page, name):
    return page.locator("#figures > div", has_text=name).locator("dd").inner_text()


def test_figures_follow_the_form(page):
    before = figure(page, "Cycles a frame")
    page.get_by_label("Points", exact=True).fill("20")
    planned(page, "20-point DFT")
    assert [before, figure(page, "Cycles a frame")] == ["256", "5"]
    page.get_by_label("Points", exact=True).fill("12,24,36")
    planned(page, "3 sizes from 12 to 36")
    page.get_by_label("Points", exact=True).fill("64")
    page.get_by_label("requirements").check()
    page.get_by_label("Throughput").fill("400MSPS")
    page.get_by_label("Signal to noise").fill("75dB")
    expect(page.locator("#command")).to_contain_text("--width 2")
    planned(page, "64-point DFT")
    assert float(figure(page, "Signal to noise").split()[0]) >= 75


def test_errors_are_those_of_the_program(page):
    page.get_by_label("Points a cycle").fill("65")
    expect(page.get_by_role("alert")).not_to_be_empty()
    program = subprocess.run(
        [PROGRAM, "--size", "1024", "--width", "65", "--precision", "fixed16", "--dry-run"], capture_output=True, text=True
    )
    assert f"error: {page.get_by_role('alert').inner_text()}" == program.stderr.strip()
    page.get_by_label("Points a cycle").fill("2")
    expect(page.get_by_role("alert")).to_be_empty()


@pytest.mark.parametrize(
    "flags",
    [
        "size=20&width=4&precision=fp32",
        "size=1024&width=4&precision=fixed16",
        "size=64&width=2&precision=fp16&kind=rfft&target=ecp5",
        # Scores of its plans have more bits than an address.
        "size=1024&width=4&precision=fixed16&optimize=latency",
        "sizes=12,24,36&width=2&precision=fixed12",
        "size=256&width=1&precision=fixed16&cycles=1024",
    ],
)
def test_archives_have_the_files_of_the_program(page, tmp_path, flags):
    page.goto(f"{page.url.split('#')[0]}#{flags}")
    expect(page.locator("#command")).to_contain_text("--" + flags.replace("&", " --").replace("=", " ").split(" --")[0])
    with page.expect_download() as download:
        page.get_by_role("button", name="download zip").click()
    folder = tmp_path / "native"
    command = page.locator("#command").inner_text().split()
    subprocess.run([PROGRAM, *command[1:], "--no-verify", "--quiet", "--out", folder], check=True)
    with zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes())) as archive:
        found = {pathlib.Path(name).name: archive.read(name) for name in archive.namelist()}
    expected = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert sorted(found) == sorted(expected)
    assert [name for name in expected if found[name] != expected[name]] == []


def test_cores_are_verified_and_reported(page):
    page.get_by_label("Points", exact=True).fill("20")
    planned(page, "20-point DFT")
    page.get_by_role("button", name="verify").click()
    expect(page.get_by_role("status").first).to_contain_text("PASS")
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="open report").click()
    expect(opened.value.locator("h1").first).to_contain_text("dft20_w4_fixed16")


def test_points_of_the_front_are_chosen(page):
    page.get_by_label("Points", exact=True).fill("64")
    planned(page, "64-point DFT")
    page.get_by_role("button", name="draw the front").click()
    expect(page.locator("#drawn")).to_contain_text("designs")
    points = page.locator("#front a")
    assert points.count() >= 12
    point = page.locator("#front a.best-point").first
    name = point.get_attribute("data-name")
    point.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#core")).to_have_attribute("data-name", name)


def test_addresses_restore_the_state(page, browser):
    page.get_by_label("Points", exact=True).fill("48")
    planned(page, "48-point DFT")
    page.get_by_role("button", name="keep").click()
    page.get_by_label("Precision").fill("fp16")
    planned(page, "fp16")
    # The noise of floating point comes from the model, after the other figures.
    expect(page.locator("#figures")).not_to_contain_text("–")
    page.get_by_role("button", name="keep").click()
    state = page.locator("#figures").inner_text(), page.locator("#kept").inner_text()
    other = browser.new_page()
    other.goto(page.url)
    planned(other, "fp16")
    expect(other.locator("#kept th")).to_have_count(page.locator("#kept th").count())
    expect(other.locator("#figures")).not_to_contain_text("–")
    expect(other.locator("#kept")).not_to_contain_text("–")
    assert (other.locator("#figures").inner_text(), other.locator("#kept").inner_text()) == state
    other.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_narrow_screens_scroll_down_alone(page, scheme):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("button", name="keep").click()
    page.get_by_role("button", name="draw the front").click()
    expect(page.locator("#front a").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    light = page.evaluate("getComputedStyle(document.body).backgroundColor").strip("rgb()").split(",")
    assert (int(light[0]) > 128) == (scheme == "light")


def test_answers_come_soon(page, capsys):
    """Prints times: of the first plan after the page is loaded, and of the next one. Machines differ, so that none fails the test."""
    home = page.url.split("#")[0]
    for size in [64, 256, 1024, 4096]:
        times = []
        page.goto("about:blank")
        page.goto(f"{home}#size=16&width=4&precision=fixed16")
        for precision in ["fixed16", "fixed18"]:
            page.get_by_label("Points", exact=True).fill("16")
            planned(page, "16-point DFT")
            expect(page.locator("#plans td").first).to_be_attached()
            page.get_by_label("Precision").fill(precision)
            page.get_by_label("Points", exact=True).fill(str(size))
            planned(page, f"{size}-point DFT, {precision}")
            times.append(int(page.locator("#core").get_attribute("data-milliseconds")))
        assert min(times) > 0
        with capsys.disabled():
            print(f"\n{size} points: {times[0]} ms from the change to the figures, then {times[1]} ms", end="")
