# regreen with git, CA roots and the embedding model inside: for jobs that run in a
# container, and as a base for images that add a toolchain:
#
#   FROM ghcr.io/regreen/regreen:v1
#   USER root
#   RUN apk add --no-cache go
#   USER regreen
FROM golang:1.26-alpine AS build
ARG VERSION=
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY cmd cmd
COPY internal internal
RUN CGO_ENABLED=0 go build -trimpath \
    -ldflags "-s -w -X github.com/regreen/regreen/internal/version.version=$VERSION" \
    -o /regreen ./cmd/regreen
RUN /regreen model pull --dir /model

FROM alpine:3.22
# bash gives the test command pipefail.
RUN apk add --no-cache git bash ca-certificates \
    && adduser -D -u 1001 -h /home/regreen regreen \
    # The workspace belongs to the runner's user on the host, and git refuses it otherwise:
    # those of container jobs, of container actions, and of this image. No others.
    && git config --system --add safe.directory '/__w/*' \
    && git config --system --add safe.directory /github/workspace \
    && git config --system --add safe.directory /workspace \
    && mkdir /workspace && chown regreen /workspace
COPY --from=build /regreen /usr/local/bin/regreen
COPY --from=build /model /usr/local/share/regreen/model
ENV REGREEN_MODEL_DIR=/usr/local/share/regreen/model
# 1001 is the runner's user on hosted runners, so that files keep their owner. Container
# jobs whose folders belong to root need "options: --user root".
USER regreen
WORKDIR /workspace
ENTRYPOINT ["regreen"]
CMD ["--help"]
