import { ownUploads } from '#server/domain/imports/own-uploads.ts'
import { mayAdministrate } from '#server/domain/rights/authorise.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** The caller's own files; only whoever administers the survey can import. */
export const dataUploader: WidgetServer<'data-uploader'> = {
  async files({ ctx, access, config }) {
    if (!mayAdministrate(ctx.identity)) return { files: [], mayImport: false }
    const rows = await ownUploads(ctx)
      .select('filename')
      .where('survey_id', '=', access.model.id)
      .where('component', '=', config.id)
      .execute()
    return { files: rows.map(({ filename }) => filename), mayImport: true }
  },
}
