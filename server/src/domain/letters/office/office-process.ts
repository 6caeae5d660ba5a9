import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import { explainFullDisk } from '#server/platform/full-disk.ts'
import type { Office } from './find-office.ts'
import { writeProfile } from './office-profile.ts'

/** A printed letter. */
export interface PrintedLetter {
  pdf: Buffer
  pages: number
}

/** What keeps one letter from being printed; the next one may be fine. */
export class LetterFault extends Error {
  readonly words: Words

  constructor(words: Words, cause?: unknown) {
    super(String(words), { cause })
    this.words = words
  }
}

/** How long LibreOffice may take to start, in ms. */
const startTime = 60_000
/** A disk with less than this is full, in bytes. */
const leastFree = 8_000_000

const script = fileURLToPath(new URL('press.py', import.meta.url))

interface Answer {
  id?: number
  ready?: boolean
  pages?: number
  error?: string
}

/** A running LibreOffice with the script that gives it letters. It ends when this process ends, however that happens. */
export class OfficeProcess {
  /** Letters that it was given. */
  printed = 0
  private readonly child: ChildProcessWithoutNullStreams
  private readonly folder: string
  private readonly waiting = new Map<number, (answer: Answer) => void>()
  private isEnded = false
  private readonly ended: Promise<void>

  private constructor(child: ChildProcessWithoutNullStreams, folder: string) {
    this.child = child
    this.folder = folder
    this.ended = new Promise((resolve) => {
      const over = (): void => {
        this.isEnded = true
        for (const answer of this.waiting.values()) answer({})
        this.waiting.clear()
        resolve()
      }
      child.once('error', over).once('exit', over)
    })
    // A server that has nothing else to do may end.
    child.unref()
    for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as { unref?: () => void }).unref?.()
    child.stdin.on('error', () => {})
    child.stderr.resume()
    createInterface({ input: child.stdout }).on('line', (line) => this.take(line))
  }

  /** Starts LibreOffice. Throws `unavailable` where it does not start, or the disk is full. */
  static async start({ soffice, python, withoutNetwork }: Office, parent = tmpdir()): Promise<OfficeProcess> {
    let folder: string
    try {
      folder = await mkdtemp(join(parent, 'gensvar-letters-'))
      await writeProfile(folder)
    } catch (error) {
      throw explainFullDisk(error) ?? error
    }
    const command = [...withoutNetwork, python, script, soffice, folder]
    // A group of its own, so that everything it starts can be ended; no variables, such as those of proxies.
    const env = { PATH: '/usr/bin:/bin', HOME: folder, LANG: 'C.UTF-8', TMPDIR: folder }
    const child = spawn(command[0] ?? python, command.slice(1), { detached: true, env, cwd: folder, stdio: 'pipe' })
    const office = new OfficeProcess(child, folder)
    const answer = await office.answerTo(0, startTime)
    if (answer?.ready === true) return office
    const isFull = await office.isDiskFull()
    await office.end()
    throw isFull
      ? fullDisk()
      : new AppError('unavailable', say`LibreOffice does not start on this server. Letters cannot be made for now.`)
  }

  /** Whether it can print another letter. */
  get isUsable(): boolean {
    return !this.isEnded
  }

  /** Process number of the group that is ended with it. */
  get pid(): number | undefined {
    return this.child.pid
  }

  /**
   * Prints a document. Throws `LetterFault` where LibreOffice does not end within the time (in ms), breaks off or cannot
   * read it, after which it is not usable any more but in the last case; `unavailable` where the disk is full.
   */
  async print(document: string, time: number): Promise<PrintedLetter> {
    const id = ++this.printed
    this.child.ref()
    const [from, to] = [join(this.folder, `${id}.fodt`), join(this.folder, `${id}.pdf`)]
    try {
      await writeFile(from, document, { mode: 0o600 })
      const answer = this.answerTo(id, time)
      this.child.stdin.write(`${JSON.stringify({ id, from, to })}\n`)
      const { pages, error } = await this.demandAnswer(await answer, time)
      if (pages === undefined) {
        if (await this.isDiskFull()) throw fullDisk()
        throw new LetterFault(say`LibreOffice cannot read this letter.`, error)
      }
      return { pdf: await readFile(to), pages }
    } catch (error) {
      throw explainFullDisk(error) ?? error
    } finally {
      await Promise.all([from, to].map((path) => rm(path, { force: true })))
      this.child.unref()
    }
  }

  /** Ends LibreOffice at once, and removes what it has kept. */
  async end(): Promise<void> {
    this.child.ref()
    this.kill()
    await this.ended
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 })
    for (const user of [0, process.getuid?.()])
      await rm(`/tmp/OSL_PIPE_${user}_${basename(this.folder)}`, { force: true })
  }

  /** Ends LibreOffice without waiting for it. */
  kill(): void {
    if (this.isEnded || this.child.pid === undefined) return
    try {
      process.kill(-this.child.pid, 'SIGKILL')
    } catch {
      // It has just ended.
    }
  }

  private async demandAnswer(answer: Answer | null, time: number): Promise<Answer> {
    if (answer === null) {
      await this.end()
      throw new LetterFault(say`LibreOffice did not finish this letter within ${time / 1000} seconds.`)
    }
    if (answer.id !== undefined) return answer
    const isFull = await this.isDiskFull()
    await this.end()
    throw isFull ? fullDisk() : new LetterFault(say`LibreOffice broke off at this letter.`)
  }

  /** The answer to an order; an empty one where the process has ended, null where it takes too long. */
  private answerTo(id: number, time: number): Promise<Answer | null> {
    if (this.isEnded) return Promise.resolve({})
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id)
        resolve(null)
      }, time)
      this.waiting.set(id, (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
    })
  }

  private take(line: string): void {
    const answer = JSON.parse(line) as Answer
    const id = answer.id ?? 0
    this.waiting.get(id)?.(answer)
    this.waiting.delete(id)
  }

  private async isDiskFull(): Promise<boolean> {
    try {
      const { bavail, bsize } = await statfs(this.folder)
      return bavail * bsize < leastFree
    } catch {
      return false
    }
  }
}

function fullDisk(): AppError {
  return new AppError('unavailable', say`The server's disk is full. Tell whoever runs it.`)
}
