import {
  IconAlignLeft,
  IconMapPin2,
  IconColumns2,
  IconForms,
  IconHandClick,
  IconMailOff,
  IconPhoto,
  IconSeparator,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useRef } from 'react'
import type { MailBlock } from '@gensvar/contract/template-editor'
import { useTexts } from '../texts.ts'
import { readParts } from './design-tree.ts'
import { withParts } from './tree-steps.ts'
import type { DesignerSession } from './designer-session.ts'
import classes from './designer.module.css'

interface Props {
  session: DesignerSession
  blocks: readonly MailBlock[]
  /** Asks for an image; what is chosen is inserted. */
  chooseImage: () => void
}

const icons: Readonly<Record<string, Icon>> = {
  question: IconForms,
  button: IconHandClick,
  text: IconAlignLeft,
  image: IconPhoto,
  columns: IconColumns2,
  unit: IconMapPin2,
  unsubscribe: IconMailOff,
  divider: IconSeparator,
}

/** Name of the block whose image is chosen first. */
const imageBlock = 'image'

/** What a mail is made of: inserted after what is selected by a click or Enter, or dragged to its place. */
export function Palette({ session, blocks, chooseImage }: Props) {
  const t = useTexts()
  const dragged = useRef(false)
  const insert = ({ mjml, name }: MailBlock) => {
    if (name === imageBlock) chooseImage()
    else session.step((body) => withParts(body, readParts(mjml), session.store.get().selected))
  }
  return (
    <section aria-label={t('blocks')} className={classes['palette']}>
      <h3 className={classes['heading']}>{t('blocks')}</h3>
      <p className={classes['hint']}>{t('blocksHelp')}</p>
      <div className={classes['blocks']}>
        {blocks.map((block) => (
          // A button cannot be dragged in every browser.
          <div
            key={block.name}
            role="button"
            tabIndex={0}
            className={classes['block']}
            draggable={block.name !== imageBlock}
            onClick={() => insert(block)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return
              event.preventDefault()
              insert(block)
            }}
            onDragStart={({ nativeEvent }) => {
              dragged.current = true
              nativeEvent.dataTransfer?.setData('text', block.title)
              session.startDrag(readParts(block.mjml), nativeEvent)
            }}
            onDragEnd={() => {
              if (dragged.current) session.endDrag()
              dragged.current = false
            }}
          >
            <BlockIcon name={block.name} />
            {block.title}
          </div>
        ))}
      </div>
    </section>
  )
}

function BlockIcon({ name }: { name: string }) {
  const Shown = icons[name] ?? IconForms
  return <Shown size={20} aria-hidden="true" />
}
