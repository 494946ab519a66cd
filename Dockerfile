# The program in one file on a small Debian: docker build -t vingate:0.4.0-dev .
FROM node:22-bookworm-slim@sha256:c3de60bf2f9dd0ac6370e6117950ff62d6e339527e7472301c9c78a017978392 AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund && npm run build:binary

FROM debian:bookworm-slim@sha256:3783cc01769c7b2b1b83a5c5ad96c815348e28ed7da68e2e3687004faa906251
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin vingate \
  && install -d -m 700 -o vingate -g vingate /data
COPY --from=build /build/dist/vingate /usr/local/bin/vingate
COPY --from=build /build/LICENSE /build/NOTICE /usr/share/doc/vingate/
ENV VINGATE_HOST=0.0.0.0 \
    VINGATE_DATA_DIR=/data
USER 10001:10001
WORKDIR /data
VOLUME ["/data"]
EXPOSE 8080
# The executable contains its runtime, so that the image needs no other client.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/bin/sh", "-c", "BUN_BE_BUN=1 exec vingate -e \"const answer = await fetch('http${VINGATE_TLS_CERT:+s}://127.0.0.1:${VINGATE_PORT:-8080}/readyz', { tls: { rejectUnauthorized: false } }); process.exit(answer.ok ? 0 : 1)\""]
ENTRYPOINT ["vingate"]
CMD ["serve"]
