#!/usr/bin/env bash
# Makes Keycloak's database beside Gensvar's. PostgreSQL's image runs it once, when its data are made.
set -euo pipefail
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set password="$(cat /run/secrets/keycloak-database-password)" <<'SQL'
CREATE ROLE keycloak LOGIN PASSWORD :'password';
CREATE DATABASE keycloak OWNER keycloak;
SQL
