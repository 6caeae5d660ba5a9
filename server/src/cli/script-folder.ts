import { lstat, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkShape } from '@gensvar/contract/configuration/problems'
import type { ConfigurationProblem } from '@gensvar/contract/configuration/problems'
import { scriptTypes } from '@gensvar/contract/entities/scripts'
import { maxScriptLength, saveScript } from '@gensvar/contract/scripts'
import { stringify } from 'yaml'
import { z } from 'zod'
import type { GivenScript, KeptScript } from '#server/features/scripts/import-scripts.ts'
import { readYaml } from '#server/platform/yaml-file.ts'
import { CommandError } from './command-error.ts'

/** The file that says what the scripts of a folder are called and what they are for. */
const indexName = 'scripts.yaml'
/** Most letters of a script's name in that of its file. */
const mostOfName = 60
/** A character is up to three bytes of UTF-8; a byte order mark is three more. */
const mostBytes = 3 * maxScriptLength + 3
const heading = `# The scripts of this folder, exported by scripts:export and read by scripts:import.\n`

const { extname, description, disabled, matchingMetaInterviews } = saveScript.body.shape
const index = z.strictObject({
  scripts: z
    .array(
      z.strictObject({
        // Of this folder, and neither hidden nor an option of a command.
        file: z
          .string()
          .max(120)
          .regex(/^[a-z0-9][a-z0-9._-]*$/i, 'must be the name of a file in this folder'),
        name: extname,
        type: z.enum(scriptTypes),
        description: description.default(''),
        disabled: disabled.default(false),
        surveys: matchingMetaInterviews.default([]),
      }),
    )
    .max(2000),
})

/** What an export changed in a folder. */
export interface WrittenFolder {
  written: string[]
  /** Files of an earlier export whose scripts are gone. */
  removed: string[]
}

/**
 * Writes scripts into a folder, each into a file of its own, and what they are called into `scripts.yaml`. Files of an
 * earlier export are replaced, or removed where their script is gone; all others stay. Throws `CommandError` where a file
 * of the user would be overwritten or the folder cannot be written.
 */
export async function writeScriptFolder(folder: string, scripts: readonly KeptScript[]): Promise<WrittenFolder> {
  try {
    await mkdir(folder, { recursive: true })
    const before = new Set((await readIndex(folder))?.entries.map(({ file }) => file))
    const files = fileNames(scripts)
    for (const file of files)
      if (!before.has(file) && (await kindOf(join(folder, file))) !== 'none')
        throw new CommandError(
          `${file} is there already and not of an earlier export. Move it, or take another folder.`,
          1,
        )
    for (const file of [...before, indexName])
      if ((await kindOf(join(folder, file))) === 'other') throw new CommandError(`${file} is not a file.`, 1)
    for (const [at, { text }] of scripts.entries()) await writeFile(join(folder, files[at] ?? ''), text)
    const removed = [...before].filter((file) => !files.includes(file))
    for (const file of removed) await rm(join(folder, file), { force: true })
    await writeFile(join(folder, indexName), `${heading}${stringify({ scripts: scripts.map(entryOf(files)) })}`)
    return { written: files, removed }
  } catch (error) {
    throw error instanceof Error && 'code' in error && !(error instanceof CommandError) && 'path' in error
      ? new CommandError(`The folder ${folder} cannot be written: ${error.message}`, 1)
      : error
  }
}

/** The scripts of a folder, and its other script files, which `scripts.yaml` does not name. */
export interface ReadFolder {
  scripts: GivenScript[]
  unnamed: string[]
}

/**
 * Reads a folder of scripts. Throws `CommandError` where there is none, and `validation` with line and column in
 * `scripts.yaml` of everything that is wrong with it or with a file it names.
 */
export async function readScriptFolder(folder: string): Promise<ReadFolder> {
  const read = await readIndex(folder)
  if (!read) throw new CommandError(`There is no ${indexName} in ${folder}.`, 1)
  const problems: ConfigurationProblem[] = []
  const scripts: GivenScript[] = []
  const seen = new Set<string>()
  for (const [at, entry] of read.entries.entries()) {
    const text = seen.has(entry.file.toLowerCase())
      ? { wrong: 'is named twice' }
      : await readText(join(folder, entry.file))
    seen.add(entry.file.toLowerCase())
    if ('wrong' in text)
      problems.push({ path: ['scripts', at, 'file'], message: `${entry.file} ${text.wrong}`, severity: 'error' })
    else {
      const { file, name: extName, type: scriptType, surveys: matching } = entry
      scripts.push({
        file,
        extName,
        scriptType,
        matching,
        description: entry.description,
        disabled: entry.disabled,
        ...text,
      })
    }
  }
  read.refuse(problems)
  const unnamed = (await readdir(folder)).filter((file) => /\.js$/i.test(file) && !seen.has(file.toLowerCase()))
  return { scripts, unnamed: unnamed.toSorted() }
}

async function readIndex(folder: string) {
  const path = join(folder, indexName)
  if ((await kindOf(path)) === 'none') return null
  const text = await readText(path)
  if ('wrong' in text) throw new CommandError(`${path} ${text.wrong}.`)
  const { value, refuse } = readYaml(indexName, text.text)
  const { data, problems } = checkShape(index, value)
  refuse(problems)
  if (!data) throw new Error('unreachable')
  return { entries: data.scripts, refuse }
}

async function kindOf(path: string): Promise<'file' | 'other' | 'none'> {
  // Not `stat`: a link could lead out of the folder.
  const found = await lstat(path).catch(() => null)
  if (!found) return 'none'
  return found.isFile() ? 'file' : 'other'
}

async function readText(path: string): Promise<{ text: string } | { wrong: string }> {
  const found = await lstat(path).catch(() => null)
  if (!found) return { wrong: 'is missing' }
  if (!found.isFile()) return { wrong: 'is not a file' }
  if (found.size > mostBytes) return { wrong: 'is too long' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
    if (text.includes('\0')) return { wrong: 'is not a text' }
    return text.length > maxScriptLength ? { wrong: 'is too long' } : { text }
  } catch {
    return { wrong: 'is not a text in UTF-8' }
  }
}

/** Names that are safe on every file system and differ not only by upper and lower case, such as `generate-alert.low-score.js`. */
function fileNames(scripts: readonly KeptScript[]): string[] {
  const taken = new Set<string>([indexName])
  return scripts.map(({ scriptType, extName }) => {
    if (scriptType === 'CONFIGURATION') return 'configuration.yaml'
    const plain = extName
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, mostOfName)
      .replaceAll(/^-|-$/g, '')
    const stem = [scriptType.toLowerCase().replaceAll('_', '-'), plain].filter((part) => part !== '').join('.')
    let name = `${stem}.js`
    for (let n = 2; taken.has(name); n++) name = `${stem}.${n}.js`
    taken.add(name)
    return name
  })
}

function entryOf(files: readonly string[]) {
  return ({ extName, scriptType, ...script }: KeptScript, at: number) => ({
    file: files[at],
    name: extName,
    type: scriptType,
    ...(script.description !== '' && { description: script.description }),
    ...(script.disabled && { disabled: true }),
    ...(script.matching.length > 0 && { surveys: [...script.matching] }),
  })
}
