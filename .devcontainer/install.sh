#!/usr/bin/env bash
# Installs the Debian packages of the tests and the npm packages of the lockfile. Runs once, when the container is created.
set -euo pipefail

# Tests start their own PostgreSQL clusters, so the package must not create one.
sudo mkdir -p /etc/postgresql-common
echo 'create_main_cluster = false' | sudo tee /etc/postgresql-common/createcluster.conf >/dev/null
sudo apt-get update -qq
sudo env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
  postgresql-15 chromium nginx redis-server curl python3 prometheus
# The tests start nginx, Redis and promtool themselves.
for service in nginx redis-server prometheus; do sudo service "$service" stop || true; done
npm ci
