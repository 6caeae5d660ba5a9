// Makes ClickHouse's engine available to the tests of portable SQL.
import { clickHouseAdvice, clickHouseFolder, findClickHouse, hasClickHouseBuild } from './find-clickhouse.mjs'
import { installFolder } from './install-folder.mjs'

/** Installs the engine when its lockfile changed; prints a message if it cannot. Never exits. */
export function installClickHouse() {
  const words = "Installing ClickHouse's engine for the tests of the portable SQL (once; 550 MB on disk) ..."
  if (hasClickHouseBuild) installFolder(clickHouseFolder, words)
  if (!findClickHouse()) console.error(clickHouseAdvice)
}
