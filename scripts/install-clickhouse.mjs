// Sees to it that the tests of the portable SQL find ClickHouse's engine.
import { clickHouseAdvice, clickHouseFolder, findClickHouse, hasClickHouseBuild } from './find-clickhouse.mjs'
import { installFolder } from './install-folder.mjs'

/** Installs the engine when its lockfile changed; says so plainly where it cannot. Never ends the program. */
export function installClickHouse() {
  const words = "Installing ClickHouse's engine for the tests of the portable SQL (once; 550 MB on disk) ..."
  if (hasClickHouseBuild) installFolder(clickHouseFolder, words)
  if (!findClickHouse()) console.error(clickHouseAdvice)
}
