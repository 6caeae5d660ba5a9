import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core'
import { IconArrowBack, IconArrowForward, IconTypography } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { textHolders } from '@gensvar/contract/template-markup'
import type { MailBlock } from '@gensvar/contract/template-editor'
import { Empty } from '#web/ui/states/states.tsx'
import { ImageDialog } from '../image-dialog.tsx'
import { text, useTexts } from '../texts.ts'
import { pathAtLine, readParts } from './design-tree.ts'
import type { CanvasWidth, CanvasWords } from './design-canvas.ts'
import { isElementName } from './elements.ts'
import { ElementSettings } from './element-settings.tsx'
import { Palette } from './palette.tsx'
import { Structure } from './structure.tsx'
import { TextTools } from './text-tools.tsx'
import { withParts } from './tree-steps.ts'
import { DesignerSession } from './designer-session.ts'
import { useDesigner } from './use-designer.ts'
import classes from './designer.module.css'

/** Props of the designer. */
export interface DesignerProps {
  survey: string
  /** The markup of the mail. */
  value: string
  onChange: (value: string) => void
  blocks: readonly MailBlock[]
  /** A line of the markup (from 1) whose part is to be selected; each new object does so again. */
  shown: { line: number } | null
  /** What stands below the settings. */
  aside: ReactNode
}

const widths: readonly CanvasWidth[] = ['wide', 'phone']

/** Designs a mail: blocks to insert, its structure, the mail itself, and the settings of the selected part. */
export function VisualDesigner({ survey, value, onChange, blocks, shown, aside }: DesignerProps) {
  const t = useTexts()
  /** What a chosen image is for: null while none is asked for, an empty name for a new one. */
  const [imageFor, setImageFor] = useState<string | null>(null)
  const [width, setWidth] = useState<CanvasWidth>('wide')
  const editButton = useRef<HTMLButtonElement>(null)
  const [session] = useState(
    () => new DesignerSession(canvasWords(), { onChange, onImage: ignore, onLeaveText: ignore }),
  )
  useEffect(() => {
    session.listen({
      onChange,
      onImage: () => setImageFor('src'),
      onLeaveText: () => editButton.current?.focus(),
    })
  })
  const [container, attach] = useState<HTMLElement | null>(null)
  useEffect(() => session.draw(container), [session, container])
  useEffect(() => session.follow(value), [session, value])
  useEffect(() => {
    const path = shown && pathAtLine(session.markup, shown.line)
    if (path) session.select(path)
  }, [session, shown])
  const { body, part, isEditing, canUndo, canRedo } = useDesigner(session)
  const isText = part !== null && textHolders.has(part.name)
  const takeImage = ({ path, alt, width: pixels }: { path: string; alt: string; width: number }) => {
    if (imageFor === '') {
      const image = readParts(`<mj-image src="${path}" alt="${alt}" width="${Math.min(pixels, 550)}px"/>`)
      session.step((now) => withParts(now, image, session.store.get().selected))
    } else if (imageFor !== null) {
      void session.setAttribute(imageFor, path)
      if (alt !== '' && imageFor === 'src') void session.setAttribute('alt', alt)
    }
    setImageFor(null)
  }
  return (
    <div className={classes['designer']}>
      <div className={classes['bar']}>
        <Tooltip label={t('undo')}>
          <ActionIcon variant="default" aria-label={t('undo')} disabled={!canUndo} onClick={() => session.undo()}>
            <IconArrowBack size={16} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('redo')}>
          <ActionIcon variant="default" aria-label={t('redo')} disabled={!canRedo} onClick={() => session.redo()}>
            <IconArrowForward size={16} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
        <SegmentedControl
          aria-label={t('canvasWidth')}
          size="xs"
          value={width}
          onChange={(chosen) => {
            setWidth(chosen as CanvasWidth)
            session.setWidth(chosen as CanvasWidth)
          }}
          data={widths.map((one) => ({ value: one, label: t(`width_${one}`) }))}
        />
        {isEditing ? (
          <TextTools session={session} survey={survey} />
        ) : (
          <Button
            ref={editButton}
            size="xs"
            variant="default"
            disabled={!isText}
            leftSection={<IconTypography size={16} aria-hidden="true" />}
            onClick={() => session.editText()}
          >
            {t('editText')}
          </Button>
        )}
      </div>
      <div className={classes['panels']}>
        <div className={classes['side']}>
          <Palette session={session} blocks={blocks} chooseImage={() => setImageFor('')} />
          <Structure session={session} />
        </div>
        <div className={classes['middle']} data-hidden={body === null || undefined}>
          <div ref={attach} className={classes['canvas']} />
        </div>
        {body === null && (
          <div className={classes['middle']}>
            <Empty title={t('notShown')}>{t('notShownText')}</Empty>
          </div>
        )}
        <div className={classes['side']}>
          <ElementSettings session={session} survey={survey} chooseImage={setImageFor} />
          {aside}
        </div>
      </div>
      <ImageDialog opened={imageFor !== null} survey={survey} onClose={() => setImageFor(null)} onChoose={takeImage} />
    </div>
  )
}

/** Nobody listens before the first effect. */
function ignore(): void {}

function canvasWords(): CanvasWords {
  return {
    ...{ canvas: text('canvas'), text: text('editedText') },
    nameOf: (element) => (isElementName(element) ? text(`element_${element}`) : text('element_between')),
  }
}
