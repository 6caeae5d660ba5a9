import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import { FairQueue, systemCaller } from '#server/platform/fair-queue.ts'
import type { Work } from '#server/platform/work.ts'
import { findOffice, missingOfficeWords } from './find-office.ts'
import type { Office } from './find-office.ts'
import { OfficeProcess } from './office-process.ts'
import type { PrintedLetter } from './office-process.ts'

/** How a press works, in place of the usual. */
export interface PressOptions {
  /** Longest time of a letter, in ms. */
  time?: number
  /** Letters after which LibreOffice is started anew, because it keeps a little of each. */
  perProcess?: number
  /** How long LibreOffice waits for a next letter, in ms. */
  idleTime?: number
  /** Most letters that wait. */
  mostWaiting?: number
  /** Folder that holds the folders of its runs. */
  parent?: string
  /** The programs, in place of those that are found. */
  office?: Office
}

/** How long what was found to be missing is not looked for again, in ms. */
const lookPause = 10_000

/** Prints letters with LibreOffice, one at a time, callers taking turns. It is started with the first letter. */
export class LetterPress {
  private readonly program: string | null
  private readonly options: PressOptions
  private readonly queue = new FairQueue({ slots: 1, perCaller: 1 })
  private waiting = 0
  private process: OfficeProcess | null = null
  private idle: NodeJS.Timeout | undefined
  private found: { office: Promise<Office | null>; at: number } | null = null

  /** `program` is the path of `soffice`; null has it looked for. */
  constructor(program: string | null, options: PressOptions = {}) {
    this.program = program
    this.options = options
  }

  /** Whether letters can be printed here. */
  async isReady(): Promise<boolean> {
    return (await this.office()) !== null
  }

  /**
   * Prints a document. Throws `LetterFault` with what keeps this letter from being printed; `unavailable` where LibreOffice
   * is missing or does not start, the disk is full, or too many letters wait; the signal's reason where it is aborted.
   */
  async print(document: string, work?: Pick<Work, 'caller' | 'signal'>): Promise<PrintedLetter> {
    if (this.waiting >= (this.options.mostWaiting ?? 200))
      throw new AppError('unavailable', say`Too many letters are being made. Try again in a moment.`)
    this.waiting++
    try {
      return await this.queue.run(work?.caller ?? systemCaller, () => this.printNow(document), work?.signal)
    } finally {
      this.waiting--
    }
  }

  /** Ends LibreOffice; another letter starts it again. */
  async close(): Promise<void> {
    clearTimeout(this.idle)
    const running = this.process
    this.process = null
    await running?.end()
  }

  /** Ends LibreOffice without waiting for it, as a process does that ends. */
  kill(): void {
    this.process?.kill()
  }

  /** Process number of the LibreOffice that runs; null for none. */
  get pid(): number | null {
    return this.process?.pid ?? null
  }

  private async printNow(document: string): Promise<PrintedLetter> {
    clearTimeout(this.idle)
    try {
      const running = await this.running()
      return await running.print(document, this.options.time ?? 20_000)
    } finally {
      this.idle = setTimeout(() => void this.close(), this.options.idleTime ?? 300_000).unref()
    }
  }

  private async running(): Promise<OfficeProcess> {
    const { perProcess = 1000, parent } = this.options
    const now = this.process
    if (now?.isUsable && now.printed < perProcess) return now
    this.process = null
    await now?.end()
    const office = await this.office()
    if (!office) throw new AppError('unavailable', missingOfficeWords)
    this.process = await OfficeProcess.start(office, parent)
    return this.process
  }

  private async office(): Promise<Office | null> {
    if (this.options.office) return this.options.office
    const known = this.found
    if (known && ((await known.office) !== null || performance.now() - known.at < lookPause)) return known.office
    this.found = { office: findOffice(this.program), at: performance.now() }
    return this.found.office
  }
}

const presses = new Map<string, LetterPress>()

/** The press of this process: there is one, however many parts of the program print letters. */
export function letterPress({ libreOffice }: { libreOffice: string | null }): LetterPress {
  const key = libreOffice ?? ''
  const known = presses.get(key)
  if (known) return known
  if (presses.size === 0) process.once('exit', () => presses.forEach((press) => press.kill()))
  const press = new LetterPress(libreOffice)
  presses.set(key, press)
  return press
}

/** Ends every LibreOffice of this process. */
export async function closeLetterPresses(): Promise<void> {
  await Promise.all([...presses.values()].map((press) => press.close()))
}
