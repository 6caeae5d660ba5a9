import { Button } from '@mantine/core'
import { messageLength, otherCharacters, withPlainSigns } from '@gensvar/contract/message-length'
import { maxSmsParts } from '@gensvar/contract/templates'
import { useFormat } from '#web/lib/format.ts'
import { useTexts } from './texts.ts'
import classes from './templates.module.css'

interface Props {
  contents: string
  /** The message filled with examples; null where it has an error. */
  filled: string | null
  /** Writes other contents. */
  replace: (contents: string) => void
}

/** Most characters that are named. */
const mostNamed = 12

/** How long a message is and in how many parts it is sent, as written and filled, and which characters make it longer. */
export function SmsLength({ contents, filled, replace }: Props) {
  const t = useTexts()
  const format = useFormat()
  const { characters, parts, left } = messageLength(contents)
  const others = otherCharacters(contents)
  const plain = withPlainSigns(contents)
  const ofFilled = filled === null || !contents.includes('{{') ? null : messageLength(filled)
  const named = others.slice(0, mostNamed).join(' ') + (others.length > mostNamed ? ' …' : '')
  return (
    <div className={classes['length']}>
      <p>{t('length', { n: format.number(characters), parts: format.number(parts), left: format.number(left) })}</p>
      {ofFilled && (
        <p>{t('lengthFilled', { n: format.number(ofFilled.characters), parts: format.number(ofFilled.parts) })}</p>
      )}
      {Math.max(parts, ofFilled?.parts ?? 0) > maxSmsParts && (
        <p className={classes['isAdvice']}>{t('tooManyParts', { most: format.number(maxSmsParts) })}</p>
      )}
      {others.length > 0 && <p className={classes['isAdvice']}>{t('otherCharacters', { characters: named })}</p>}
      {otherCharacters(plain).length < others.length && (
        <Button size="compact-xs" variant="default" onClick={() => replace(plain)}>
          {t('usePlain')}
        </Button>
      )}
    </div>
  )
}
