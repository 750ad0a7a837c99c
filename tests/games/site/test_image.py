"""The image and the services around it: what they are made of, and as whom they run."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from engine import native
from tests.paths import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]
OURS = {name: one for name, one in SERVICES.items() if one["image"] == "night-mail"}
ALLOWED = re.findall(r"(?m)^!(\S+)$", (ROOT / ".dockerignore").read_text())
# The version of PostgreSQL's tools that a release of Debian has.
DEBIAN_POSTGRESQL = {"trixie": 17}


def stages() -> dict[str, str]:
    """What each stage does, by its name; the last one has none."""
    found = re.findall(r"(?ms)^FROM \S+(?: AS (\w+))?\n(.*?)(?=^FROM |\Z)", DOCKERFILE)
    return dict(found)


def copied(stage: str) -> list[str]:
    """The files and folders that a stage takes out of this one."""
    lines = re.findall(r"(?m)^COPY (?!--)(.+) \S+$", stages()[stage])
    return [name for line in lines for name in line.split()]


def test_every_image_names_its_version_and_all_stages_have_one_python() -> None:
    bases = re.findall(r"(?m)^FROM (\S+)", DOCKERFILE)
    assert len(bases) == len(stages()) == 3
    assert len(set(bases)) == 1, "an engine compiled for another Python is refused"
    others = [one["image"] for name, one in SERVICES.items() if name not in OURS]
    assert len(others) >= 3
    for image in [*bases, *others]:
        # The versions of PostgreSQL have two numbers.
        numbers = 2 if image.startswith("postgres:") else 3
        assert re.fullmatch(rf"[\w/]+:v?\d+(\.\d+){{{numbers - 1}}}(-[a-z-]+)?", image), image


def test_the_tools_in_the_image_can_back_up_the_database_beside_it() -> None:
    """pg_dump refuses a server that is newer than itself."""
    release = re.findall(r"(?m)^FROM \S+-(\w+)", DOCKERFILE)[-1]
    server = re.match(r"postgres:(\d+)", SERVICES["postgres"]["image"])
    assert server
    assert "postgresql-client" in stages()[""]
    assert DEBIAN_POSTGRESQL[release] >= int(server[1])


def test_nothing_runs_as_root_nor_with_more_rights_than_it_needs() -> None:
    steps = re.findall(r"(?m)^(USER|CMD|RUN|COPY) (.*)$", stages()[""])
    users = [what for step, what in steps if step == "USER"]
    assert users == ["night-mail"]
    after = [step for step, _what in steps[steps.index(("USER", "night-mail")) :]]
    assert after == ["USER", "CMD"], "whatever belongs to root is made before"
    number = re.search(r"useradd .*--uid (\d+) .*night-mail", DOCKERFILE)
    assert number
    assert int(number[1]) > 0
    # The folder of the counts belongs to the same user.
    assert f"uid={number[1]}," in COMPOSE["volumes"]["metrics"]["driver_opts"]["o"]
    for service in OURS.values():
        assert "user" not in service
    for name, service in SERVICES.items():
        assert name in OURS or service["user"] not in ("root", "0", "0:0")
        assert not {"privileged", "cap_add"} & set(service)
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["cap_drop"] == ["ALL"]


def test_whatever_is_copied_is_there_and_is_not_ignored() -> None:
    for stage in stages():
        for name in copied(stage):
            assert (ROOT / name).exists(), name
            assert any(Path(name).is_relative_to(one) for one in ALLOWED), name


def test_every_package_is_installed_by_its_hash() -> None:
    files = re.findall(r"pip install -r (\S+)", DOCKERFILE)
    assert set(files) == {"requirements/production.txt", "requirements/native.txt"}
    assert DOCKERFILE.count("pip install") == len(files)
    for name in files:
        packages = re.findall(
            r"(?m)^[\w.\[\],-]+==.*(?:\n    --hash.*)*", (ROOT / name).read_text()
        )
        assert packages
        assert all("--hash=sha256:" in one for one in packages)


def test_the_image_has_the_list_of_packages_that_the_doctor_compares_them_with() -> None:
    assert "requirements/production.txt" in copied("")


def test_the_image_has_the_native_engine_where_the_site_looks_for_it() -> None:
    assert "RUN python -m tools.engine_native\n" in stages()["native"]
    place = native.FOLDER.relative_to(ROOT).as_posix()
    assert f"COPY --from=native /app/{place} {place}\n" in stages()[""]
    assert stages()[""].count("COPY engine engine\n") == 1
    environment = OURS["web"]["environment"]
    assert environment["NIGHT_MAIL_ENGINE"] is None, "passed on where set, else the compiled one"


def test_the_compiler_of_the_image_finds_all_that_it_imports(tmp_path: Path) -> None:
    for name in copied("native"):
        into = tmp_path / name
        into.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, into)
    done = subprocess.run(
        [
            sys.executable,
            "-I",
            "-c",
            "import sys; sys.path.insert(0, ''); import tools.engine_native",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", sorted(OURS))
def test_a_service_starts_a_program_of_the_image_and_comes_back_when_it_ends(name: str) -> None:
    service = OURS[name]
    image = re.search(r"(?m)^CMD (\[.*\])$", DOCKERFILE)
    assert image
    command = service.get("command") or json.loads(image[1])
    assert command[0] in {"python", "gunicorn", "celery"}
    if name == "migrate":
        assert service["restart"] == "no"
    else:
        assert service["restart"] == "unless-stopped"
        assert service["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
        # Beat tells nobody; the health page says whether sweeps run.
        assert ("healthcheck" in service) == (name != "beat")
    for other in ("postgres", "redis"):
        assert service["depends_on"][other] == {"condition": "service_healthy"}
        assert "healthcheck" in SERVICES[other]
