import { maxLetterBytes, uploadLetter } from '@gensvar/contract/letters'
import type { ReactNode } from 'react'
import { upload } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { Card } from '#web/ui/card.tsx'
import { useTexts as useLetterTexts } from '#web/ui/pdf-view/texts.ts'
import { UploadFile } from '#web/ui/upload-file.tsx'
import classes from './letter.module.css'

const types = ['.fodt']

/** A document that was uploaded. */
export type UploadedDocument = Answer<typeof uploadLetter>

interface Props {
  survey: string
  templateId: number
  /** Name of the document's file; empty while there is none. */
  name: string
  /** What is known of a document that was uploaded just now. */
  uploaded: UploadedDocument | undefined
  /** What is wrong with it, at its field. */
  error: ReactNode
  /** Name of its field in the form. */
  path: string
  readOnly: boolean
  onUploaded: (document: UploadedDocument) => void
}

/** The document of a letter in one language: uploading it, and what was found in it. */
export function LetterDocument({ survey, templateId, name, uploaded, error, path, readOnly, onUploaded }: Props) {
  const l = useLetterTexts()
  return (
    <Card title={l('document')}>
      <div className={classes['document']}>
        <p className="gv-quiet">{l('documentHelp')}</p>
        {name !== '' && <p className={classes['file']}>{l('file', { name })}</p>}
        {uploaded && uploaded.tags.length > 0 && (
          <p className={classes['file']}>{l('tagsIn', { names: uploaded.tags.join(', ') })}</p>
        )}
        {uploaded && uploaded.removed.length > 0 && (
          <div className={classes['removed']} role="status">
            {l('removed')}
            <ul>
              {uploaded.removed.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </div>
        )}
        {!readOnly && (
          <div data-path={path} tabIndex={-1}>
            <UploadFile
              types={types}
              maxBytes={maxLetterBytes}
              send={async (file, options) => {
                const query = { filename: file.name, templateId }
                onUploaded(await upload(uploadLetter, { params: { survey }, query, file }, options))
                return null
              }}
            />
          </div>
        )}
        {error !== undefined && error !== null && (
          <p role="alert" className={classes['wrong']}>
            {error}
          </p>
        )}
      </div>
    </Card>
  )
}
