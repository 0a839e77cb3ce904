# syntax=docker/dockerfile:1
# Three stages: build the browser's files and the renderer, install the runtime packages, and copy only those into the image.
ARG NODE=24-bookworm-slim
ARG DEBIAN=bookworm-slim

FROM node:${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --loglevel=error
COPY . .
RUN NODE_ENV=production node_modules/.bin/react-router build --logLevel warn

FROM node:${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY deploy/slim-packages.sh deploy/
RUN npm ci --omit=dev --loglevel=error && sh deploy/slim-packages.sh node_modules

FROM debian:${DEBIAN}
# docker build --build-arg VERSION=$(node -p 'require("./package.json").version') --build-arg COMMIT=$(git rev-parse HEAD) \
#   --build-arg CREATED=$(date -u +%Y-%m-%dT%H:%M:%SZ) --build-arg SOURCE=https://git.example.com/meishi .
ARG VERSION=
ARG COMMIT=
ARG CREATED=
ARG SOURCE=
LABEL org.opencontainers.image.title="Meishi" \
      org.opencontainers.image.description="Public profiles that work as digital business cards" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$COMMIT" \
      org.opencontainers.image.created="$CREATED" \
      org.opencontainers.image.source="$SOURCE"
RUN groupadd --gid 10001 meishi \
 && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin meishi \
 && install -d -o 10001 -g 10001 -m 0700 /data
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json package-lock.json LICENSE ./
COPY deploy/meishi deploy/service.env deploy/backup.sh deploy/
COPY scripts/sbom.mjs scripts/
COPY src/domain src/domain
COPY src/server src/server
# The version that `meishi --version`, the health checks and the metrics name; and the command itself.
RUN printf '%s' "$COMMIT" > commit && ln -s /app/deploy/meishi /usr/local/bin/meishi
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Memory that was freed goes back to the machine, and garbage is collected before it fills a small machine.
ENV MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=1000000
USER 10001:10001
VOLUME /data
EXPOSE 3000
# Is it alive? A proxy asks whether it is ready: an orchestrator that restarts what is not ready makes an outage of the database worse.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=30", "src/server/main.ts"]
