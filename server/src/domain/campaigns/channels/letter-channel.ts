import type { LetterPress } from '#server/domain/letters/office/letter-press.ts'
import { LetterFault } from '#server/domain/letters/office/office-process.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Channel, Delivery, OutgoingMessage, PreparedMessage } from './channel.ts'

/** Letters, which are printed as PDF and stored: whoever posts them downloads them. */
export class LetterChannel implements Channel {
  /** One is printed while the others wait for it: so LibreOffice never waits for the next claim. */
  readonly lanes = 6
  private readonly press: Pick<LetterPress, 'print'>

  constructor(press: Pick<LetterPress, 'print'>) {
    this.press = press
  }

  async prepare({ letter = '' }: OutgoingMessage): Promise<PreparedMessage> {
    return { send: () => this.print(letter) }
  }

  /** The press stays: previews use it too. */
  close(): void {}

  private async print(letter: string): Promise<Delivery> {
    try {
      return { outcome: 'printed', letter: await this.press.print(letter) }
    } catch (error) {
      if (error instanceof LetterFault)
        return { outcome: 'refused', isTemporary: true, isAddress: false, reason: error.words }
      if (error instanceof AppError && error.code === 'unavailable')
        return { outcome: 'unreachable', reason: error.words }
      return { outcome: 'failed', error }
    }
  }
}
