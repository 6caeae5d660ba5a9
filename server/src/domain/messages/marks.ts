import { randomBytes } from 'node:crypto'
import { nestPieces } from './message-text.ts'
import type { Piece, PlacedTag } from './message-text.ts'

/**
 * Marks that stand for merge tags while a mail is compiled, so that no step in between changes a tag or takes it for
 * markup. Their name is random, so that no text of a mail is taken for one.
 */
export class Marks {
  private readonly name = `gensvar${randomBytes(8).toString('hex')}n`
  private readonly placed: PlacedTag[] = []
  private readonly written: string[] = []

  /** The mark of a tag; `written` is the tag as it was written. */
  mark(placed: PlacedTag, written: string): string {
    this.written.push(written)
    return `${this.name}${this.placed.push(placed) - 1}x`
  }

  /** A text cut at its marks, as pieces to fill. Throws `NestingFault` where conditions do not fit together. */
  cut(text: string): Piece[] {
    const parts = text.split(this.pattern())
    return nestPieces(parts.flatMap((part, at) => (at % 2 === 0 ? part : (this.placed[Number(part)] ?? []))))
  }

  /** Markup with the tags as they were written in the places of their marks. */
  restore(markup: string): string {
    return markup.replaceAll(this.pattern(), (_mark, index) =>
      (this.written[Number(index)] ?? '').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    )
  }

  private pattern(): RegExp {
    return new RegExp(`${this.name}(\\d+)x`, 'g')
  }
}
