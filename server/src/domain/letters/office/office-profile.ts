import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What LibreOffice is set to besides what each document is opened with: no macros, no links, no proxies, no updates. */
const items: readonly (readonly [path: string, name: string, value: string])[] = [
  ['Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['Office.Common/Misc', 'UseSystemFileDialog', 'false'],
  ['Office.Writer/Content/Update', 'Link', '0'],
  ['Office.Writer/Content/Update', 'Field', 'true'],
  ["Office.Jobs/Jobs/org.openoffice.Office.Jobs:Job['UpdateCheck']/Arguments", 'AutoCheckEnabled', 'false'],
  ['Inet/Settings', 'ooInetProxyType', '0'],
]

/** Writes the profile of a LibreOffice of our own into a folder. */
export async function writeProfile(folder: string): Promise<void> {
  const user = join(folder, 'profile', 'user')
  await mkdir(user, { recursive: true, mode: 0o700 })
  await writeFile(join(user, 'registrymodifications.xcu'), registry(), { mode: 0o600 })
}

function registry(): string {
  const lines = items.map(
    ([path, name, value]) =>
      `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${lines.join('\n')}
</oor:items>
`
}
