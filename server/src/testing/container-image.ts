import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const root = new URL('../../../', import.meta.url)

/** Text of a file of the project. */
export function projectFile(path: string): string {
  return readFileSync(new URL(path, root), 'utf8')
}

/** Absolute path of a file or folder of the project. */
export function projectPath(path: string): string {
  return fileURLToPath(new URL(path, root))
}

/** One instruction of a Dockerfile, such as RUN, with its options (`--from=web`) and the rest of its line. */
export interface Instruction {
  name: string
  options: Readonly<Record<string, string>>
  text: string
}

/** A stage of a Dockerfile: the image it begins with, and its instructions. */
export interface Stage {
  image: string
  name: string | null
  instructions: Instruction[]
}

/** Reads the stages of a Dockerfile; what ARG sets before the first one is filled in. */
export function readStages(text: string): Stage[] {
  const stages: Stage[] = []
  const args = new Map<string, string>()
  for (const line of text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')) {
    const [, name, given = '', rest = ''] = /^([A-Z]+)\s+((?:--[\w-]+=\S+\s+)*)(.*)$/.exec(line.trim()) ?? []
    if (name === undefined) continue
    const filled = rest.replace(/\$\{(\w+)\}/g, (whole, key: string) => args.get(key) ?? whole).trim()
    const [, key = '', value = ''] = /^(\w+)=(.*)$/.exec(filled) ?? []
    if (name === 'ARG') args.set(key, value)
    else if (name === 'FROM') {
      const [image = '', , as] = filled.split(/\s+/)
      stages.push({ image, name: as ?? null, instructions: [] })
    } else {
      const options = Object.fromEntries(
        [...given.matchAll(/--([\w-]+)=(\S+)/g)].map(([, option = '', of = '']) => [option, of]),
      )
      stages.at(-1)?.instructions.push({ name, options, text: filled })
    }
  }
  return stages
}

/** The texts of a stage's instructions of a name. */
export function textsOf(stage: Stage, name: string): string[] {
  return stage.instructions.filter((one) => one.name === name).map(({ text }) => text)
}

/** The words of a command in the form of a list. */
export function commandOf(text: string): string[] {
  return z.array(z.string()).parse(JSON.parse(text.slice(text.indexOf('['))))
}

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dependencies: z.record(z.string(), z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
      peerDependencies: z.record(z.string(), z.string()).optional(),
      peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).optional(),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
    }),
  ),
})

/**
 * Folders of the packages that `npm ci --omit=dev` installs for workspaces, by the lockfile. Packages of the project itself
 * are not among them.
 */
export function packagesOf(workspaces: readonly string[]): string[] {
  const { packages } = lockfile.parse(JSON.parse(projectFile('package-lock.json')))
  const found = new Set<string>()
  const visit = (path: string): void => {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path] ?? {}
    for (const name of Object.keys({ ...peerDependencies, ...dependencies, ...optionalDependencies })) {
      const isOwn = dependencies?.[name] !== undefined || optionalDependencies?.[name] !== undefined
      if (!isOwn && peerDependenciesMeta?.[name]?.optional) continue
      const place = placeOf(name, path)
      if (place === null || found.has(place)) continue
      found.add(place)
      visit(place)
    }
  }
  // Where Node would look for a package: beside the one that wants it, then in the folders above.
  const placeOf = (name: string, from: string): string | null => {
    for (let folder = from; ; folder = posix.dirname(folder)) {
      const place = posix.join(folder, 'node_modules', name)
      if (packages[place]) return packages[place].link ? null : place
      if (folder === '.' || folder === '') return null
    }
  }
  for (const workspace of workspaces) visit(workspace)
  return [...found].toSorted()
}
