declare module 'mjml' {
  interface Options {
    validationLevel: 'strict' | 'soft' | 'skip'
    fonts: Readonly<Record<string, string>>
    keepComments: boolean
  }

  interface Result {
    html: string
    errors: { line: number; message: string; tagName: string; formattedMessage: string }[]
  }

  /** Turns MJML into HTML. */
  export default function mjml2html(mjml: string, options: Options): Promise<Result>
}
