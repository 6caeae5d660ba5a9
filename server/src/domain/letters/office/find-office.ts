import { execFile } from 'node:child_process'
import { accessSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'

const run = promisify(execFile)

/** The programs that letters are printed with. */
export interface Office {
  /** LibreOffice. */
  soffice: string
  /** A Python that can speak to it. */
  python: string
  /** What stands before a command so that it has no network; empty where the machine does not allow it. */
  withoutNetwork: readonly string[]
}

/** What is missing to print letters, for whoever runs the server. */
export const missingOfficeWords: Words = say`Letters need LibreOffice, which is not installed on this server. Whoever runs it installs the packages libreoffice-writer-nogui and python3-uno.`

const usualPlaces = ['/usr/bin', '/usr/local/bin', '/usr/lib/libreoffice/program', '/opt/libreoffice/program']

/** Whether LibreOffice is there; whether it also starts is told by the first letter. */
export function isOfficeInstalled(named: string | null): boolean {
  const paths = named === null ? searchedFolders().map((folder) => join(folder, 'soffice')) : [named]
  return paths.some((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Finds LibreOffice: the program that is named, else on the search path and in the usual places; null where it is missing. */
export async function findOffice(named: string | null): Promise<Office | null> {
  const soffice = named === null ? await firstProgram('soffice') : await programAt(named)
  if (soffice === null) return null
  // Debian's module for LibreOffice is for Debian's Python, which another one may hide.
  for (const python of ['/usr/bin/python3', await firstProgram('python3')])
    if (python !== null && (await succeeds(python, ['-c', 'import uno'])))
      return { soffice, python, withoutNetwork: await networkCutter() }
  return null
}

async function networkCutter(): Promise<readonly string[]> {
  const cut = ['unshare', '--map-root-user', '--net']
  return (await succeeds(cut[0] ?? '', [...cut.slice(1), 'true'])) ? cut : []
}

async function firstProgram(name: string): Promise<string | null> {
  for (const folder of searchedFolders()) {
    const found = await programAt(join(folder, name))
    if (found !== null) return found
  }
  return null
}

function searchedFolders(): string[] {
  return [...(process.env['PATH'] ?? '').split(delimiter), ...usualPlaces].filter((folder) => folder !== '')
}

async function programAt(path: string): Promise<string | null> {
  return access(path, constants.X_OK).then(
    () => path,
    () => null,
  )
}

function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  return run(program, args, { timeout: 20_000 }).then(
    () => true,
    () => false,
  )
}
