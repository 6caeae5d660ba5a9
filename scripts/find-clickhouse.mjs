// ClickHouse's engine as a library, for the tests that compare it with DuckDB. It is large, so it lives outside the
// workspaces and only `npm test` installs it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder whose lockfile names the engine. */
export const clickHouseFolder = fileURLToPath(new URL('../portability', import.meta.url))

const systems = ['linux x64', 'linux arm64', 'darwin x64', 'darwin arm64']
const system = `${process.platform} ${process.arch}`

/** Whether there is a build of the engine for this system. */
export const hasClickHouseBuild = systems.includes(system)

/** The message if there is no engine. */
export const clickHouseAdvice = hasClickHouseBuild
  ? 'The analytics SQL is tested on DuckDB alone, not on ClickHouse: its engine could not be installed. ' +
    'Run npm install --no-save in the folder portability to see why, then npm test again.'
  : `The analytics SQL is tested on DuckDB alone, not on ClickHouse: there is no build of its engine for ${system}.`

/** Folder of the installed engine, or null. */
export function findClickHouse() {
  const modules = join(clickHouseFolder, 'node_modules')
  // The second package contains the build for this system; npm skips it if there is none.
  return ['chdb', '@chdb'].every((name) => existsSync(join(modules, name))) ? join(modules, 'chdb') : null
}
