import { IconLayoutGridAdd } from '@tabler/icons-react'
import { useRef } from 'react'
import type { MailBlock } from '@gensvar/contract/template-editor'
import { useTexts } from '../texts.ts'
import { readParts } from './design-tree.ts'
import { withParts } from './tree-steps.ts'
import type { Designer } from './use-designer.ts'
import classes from './designer.module.css'

interface Props {
  designer: Designer
  blocks: readonly MailBlock[]
  /** Asks for an image; what is chosen is inserted. */
  chooseImage: () => void
}

/** Name of the block whose image is chosen first. */
const imageBlock = 'image'

/** What a mail is made of: inserted after what is selected by a click or Enter, or dragged to its place. */
export function Palette({ designer, blocks, chooseImage }: Props) {
  const t = useTexts()
  const dragged = useRef(false)
  const insert = ({ mjml, name }: MailBlock) => {
    if (name === imageBlock) chooseImage()
    else designer.take((body) => withParts(body, readParts(mjml), designer.selected))
  }
  return (
    <section aria-label={t('blocks')} className={classes['palette']}>
      <h3 className={classes['heading']}>{t('blocks')}</h3>
      <p className={classes['hint']}>{t('blocksHelp')}</p>
      <div className={classes['blocks']}>
        {blocks.map((block) => (
          <button
            key={block.name}
            type="button"
            className={classes['block']}
            draggable={block.name !== imageBlock}
            onClick={() => insert(block)}
            onDragStart={({ nativeEvent }) => {
              dragged.current = true
              designer.canvas()?.startDrag(readParts(block.mjml), nativeEvent)
            }}
            onDragEnd={() => {
              if (dragged.current) designer.canvas()?.endDrag()
              dragged.current = false
            }}
          >
            <IconLayoutGridAdd size={16} aria-hidden="true" />
            {block.title}
          </button>
        ))}
      </div>
    </section>
  )
}
