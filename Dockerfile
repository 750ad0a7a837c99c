# One image for web, stream, worker, beat and mailgate; docker-compose.yml says which of them a container is.

FROM python:3.11.14-slim-trixie AS build
WORKDIR /app
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /venv
COPY requirements/production.txt requirements/
RUN /venv/bin/pip install -r requirements/production.txt

# The engine compiled from the same sources; without it the image works too, in plain Python.
FROM python:3.11.14-slim-trixie AS native
WORKDIR /app
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
COPY requirements/native.txt requirements/
RUN pip install -r requirements/native.txt
COPY engine engine
COPY tools/engine_native.py tools/
RUN python -m tools.engine_native

FROM python:3.11.14-slim-trixie
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 PATH=/venv/bin:$PATH \
    NIGHT_MAIL_MODE=production NIGHT_MAIL_STATIC_ROOT=/app/staticfiles
# pg_dump and pg_restore, for `manage.py backup` and `manage.py restore`.
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client
RUN useradd --system --uid 10001 --no-create-home night-mail
WORKDIR /app
COPY --from=build /venv /venv
COPY manage.py pyproject.toml ./
# The doctor compares what is installed with it.
COPY requirements/production.txt requirements/
COPY docs docs
COPY engine engine
COPY games games
COPY locale locale
COPY static static
COPY templates templates
COPY ttr_site ttr_site
COPY --from=native /app/build/engine-native build/engine-native
# Settings of production refuse to start without these; collecting files uses none of them.
RUN NIGHT_MAIL_SECRET_KEY=only-to-collect-static-files-never-to-sign-anything \
    NIGHT_MAIL_HOSTS=localhost NIGHT_MAIL_BROKER_URL=redis://localhost/0 \
    NIGHT_MAIL_SMTP_URL=smtp://localhost NIGHT_MAIL_FROM=post@night-mail.example \
    DATABASE_URL=sqlite:////tmp/none.sqlite3 \
    python manage.py collectstatic --noinput \
    && mkdir var && chown night-mail var
USER night-mail
EXPOSE 8000
CMD ["gunicorn", "ttr_site.wsgi", "--config", "python:ttr_site.gunicorn"]
