import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '#server/platform/child-environment.ts'

/** Texts of each column, and the language to assume if a text is not clear. */
export interface LanguageOrder {
  columns: string[][]
  prior: string
}

/** The language of each text, null where it cannot be told. */
export type LanguageAnswer = (string | null)[][]

/** Shorter texts are not used: their language is too uncertain. */
const shortestText = 15
/** Share of texts in one language for a column to be in it. */
const oneLanguage = 0.85
const wallMs = 60_000

/**
 * Detects for each column of open answers the language nearly all of them are in, from a sample of texts; null if
 * they are mixed or too short. `prior` is the language to expect. If detection cannot run, all are null.
 */
export async function columnLanguages(
  samples: readonly (readonly string[])[],
  prior: string,
): Promise<(string | null)[]> {
  const columns = samples.map((sample) => sample.filter((text) => text.length >= shortestText))
  if (columns.every((texts) => texts.length === 0)) return columns.map(() => null)
  const answer = await detect({ columns, prior }).catch(() => null)
  return columns.map((_, index) => commonLanguage(answer?.[index] ?? []))
}

function commonLanguage(found: readonly (string | null)[]): string | null {
  const known = found.filter((language) => language !== null)
  const counts = Map.groupBy(known, (language) => language)
  for (const [language, texts] of counts) if (texts.length >= oneLanguage * known.length) return language
  return null
}

function detect(order: LanguageOrder): Promise<LanguageAnswer> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./language-child.ts', import.meta.url)), [], {
      execArgv: ['--max-old-space-size=512', '--disable-warning=ExperimentalWarning'],
      env: childEnvironment(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), wallMs)
    child.on('message', (answer: LanguageAnswer) => resolve(answer))
    child.on('error', reject)
    child.on('exit', () => {
      clearTimeout(timer)
      reject(new Error('language detection ended early'))
    })
    child.send(order)
  })
}
