#!/usr/bin/env bash
# Makes the secrets that compose.yaml names, in the folder `secrets`; those that are there stay.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p -m 700 secrets
umask 022
for name in database-password keycloak-database-password keycloak-admin-password; do
  # Containers read them as other users: the folder keeps this machine's users out.
  [ -e "secrets/$name" ] || head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n' >"secrets/$name"
done
[ -e secrets/database-url ] ||
  printf 'postgres://gensvar:%s@database/gensvar' "$(cat secrets/database-password)" >secrets/database-url
