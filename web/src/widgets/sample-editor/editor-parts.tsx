import type { ComponentType, PropsWithChildren, ReactNode } from 'react'
import type { EditorComponentData } from '@gensvar/contract/entities/sample-editor'
import { CancelButton } from './cancel-button.tsx'
import { CommentsPart } from './comments-part.tsx'
import { EditButton } from './edit-button.tsx'
import { GroupPart } from './group-part.tsx'
import { HeaderPart } from './header-part.tsx'
import { MailActionButton } from './mail-action-button.tsx'
import { MailsPart } from './mails-part.tsx'
import type { KnownPart, PartOf } from './part-types.ts'
import { PushCampaignButton } from './push-campaign-button.tsx'
import { ResendButton } from './resend-button.tsx'
import classes from './sample-editor.module.css'
import { StateButton } from './state-button.tsx'
import { TablePart } from './table-part.tsx'
import { UnknownPart } from './unknown-part.tsx'
import { UpdateButton } from './update-button.tsx'
import { VariablePart } from './variable-part.tsx'

/** How each type of part is drawn. Only a group draws its children: the parts inside it. */
const views: { [Type in KnownPart]: ComponentType<PropsWithChildren<{ part: PartOf<Type> }>> } = {
  variable: VariablePart,
  group: GroupPart,
  comments: CommentsPart,
  mails: MailsPart,
  table: TablePart,
  header: HeaderPart,
  'state-button': StateButton,
  'mail-action-button': MailActionButton,
  'push-campaign-button': PushCampaignButton,
  'edit-button': EditButton,
  'update-button': UpdateButton,
  'cancel-button': CancelButton,
  'resend-button': ResendButton,
}

function isKnown(type: string): type is KnownPart {
  return Object.hasOwn(views, type)
}

function isButton({ componentDef: { type } }: EditorComponentData): boolean {
  return isKnown(type) && type.endsWith('-button')
}

function Part({ part }: { part: EditorComponentData }) {
  const { type } = part.componentDef
  if (!isKnown(type)) return <UnknownPart type={type} />
  // The server sends parts as the configuration has them, checked.
  const View = views[type] as ComponentType<PropsWithChildren<{ part: EditorComponentData }>>
  // Parts have no names, and their order is the configuration's.
  return (
    <View part={part}>
      {part.components?.map((inner, at) => (
        <Part key={at} part={inner} />
      ))}
    </View>
  )
}

/** Parts from top to bottom; buttons that follow each other stand side by side. */
export function EditorParts({ parts }: { parts: readonly EditorComponentData[] }) {
  const rows: ReactNode[] = []
  for (let at = 0; at < parts.length; at += 1) {
    const from = at
    while (at < parts.length && isButton(parts[at] as EditorComponentData)) at += 1
    const buttons = parts.slice(from, at).map((part, index) => <Part key={from + index} part={part} />)
    if (buttons.length > 0) {
      rows.push(
        <div key={`buttons ${from}`} className={classes['buttons']}>
          {buttons}
        </div>,
      )
    }
    const part = parts[at]
    if (part !== undefined) rows.push(<Part key={at} part={part} />)
  }
  return rows
}
