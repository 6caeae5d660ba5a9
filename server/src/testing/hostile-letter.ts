import { letterFile, redPixel } from './letters.ts'

/**
 * A letter that asks for addresses in every way that the format has, and runs a macro when it is opened that writes a file.
 * `origin` is a server that counts who asks.
 */
export function hostileLetter(origin: string, touched: string): Buffer {
  const link = (name: string): string => `xlink:href="${origin}/${name}" xlink:type="simple" xlink:actuate="onLoad"`
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image width="9" height="9" xlink:href="${origin}/svg.png"/></svg>`,
  ).toString('base64')
  const frame = (inner: string): string =>
    `<text:p><draw:frame text:anchor-type="as-char" svg:width="20mm" svg:height="20mm">${inner}</draw:frame></text:p>`
  const open = 'vnd.sun.star.script:Standard.Run.Main?language=Basic&amp;location=document'
  return letterFile({
    head: `<office:meta><meta:template ${link('template.ott')}/><meta:auto-reload ${link('reload.fodt')} meta:delay="PT0S"/></office:meta>
      <office:settings><config:config-item-set config:name="ooo:configuration-settings">
        <config:config-item config:name="LinkUpdateMode" config:type="short">2</config:config-item>
        <config:config-item config:name="CurrentDatabaseDataSource" config:type="string">${origin}/db.odb</config:config-item>
      </config:config-item-set></office:settings>
      <office:scripts>
        <office:script script:language="ooo:Basic"><ooo:libraries><ooo:library-embedded ooo:name="Standard">
          <ooo:module ooo:name="Run"><ooo:source-code>Sub Main
            Open "${touched}" For Output As #1
            Print #1, "ran"
            Close #1
          End Sub</ooo:source-code></ooo:module></ooo:library-embedded></ooo:libraries></office:script>
        <office:event-listeners>
          <script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="${open}" xlink:type="simple"/>
          <script:event-listener script:language="ooo:script" script:event-name="office:load-finished" xlink:href="${open}" xlink:type="simple"/>
        </office:event-listeners>
      </office:scripts>
      <office:font-face-decls><style:font-face style:name="Far" svg:font-family="Far"><svg:font-face-src>
        <svg:font-face-uri ${link('font.ttf')}/></svg:font-face-src></style:font-face></office:font-face-decls>
      <office:styles><draw:fill-image draw:name="far" ${link('fill.png')}/>
        <style:style style:name="Standard" style:family="paragraph"><style:paragraph-properties>
          <style:background-image ${link('background.png')}/></style:paragraph-properties></style:style></office:styles>`,
    body: `<text:p>Before</text:p>
      ${frame(`<draw:image ${link('image.png')}/>`)}
      ${frame(`<draw:image><office:binary-data>${svg}</office:binary-data></draw:image>`)}
      ${frame(`<draw:image><office:binary-data>${redPixel}</office:binary-data></draw:image>`)}
      ${frame(`<draw:object ${link('object.odt')}/>`)}
      ${frame(`<draw:floating-frame ${link('frame.html')}/>`)}
      ${frame(`<draw:plugin ${link('plugin')} draw:mime-type="video/mp4"/>`)}
      <text:section text:name="far"><text:section-source ${link('section.fodt')}/><text:p>Section</text:p></text:section>
      <table:table table:name="far"><table:table-source ${link('table.ods')} table:table-name="x"/><table:table-column/>
        <table:table-row><table:table-cell><text:p>Cell</text:p></table:table-cell></table:table-row></table:table>
      <text:p><text:a ${link('a')}>a web address</text:a> <text:a xlink:href="${open}">a macro</text:a>
        <text:a xlink:href="file:///etc/passwd">a file</text:a> <text:a xlink:href="#far">a place</text:a></text:p>
      <text:p><text:database-display text:database-name="db" text:table-name="t" text:column-name="c">data</text:database-display></text:p>
      <office:forms><form:form form:name="f" ${link('form')}/></office:forms>
      <text:p>After</text:p>`,
  })
}
