/** The smallest PDFs with these lines on their pages. */
export function pdfOf(pages: readonly (readonly string[])[], { encrypted = false } = {}): Uint8Array {
  const font = 3
  const ids = pages.map((_, index) => ({ page: 4 + 2 * index, content: 5 + 2 * index }))
  const bodies = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${ids.map(({ page }) => `${page} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, index) => {
      // Readers ignore text outside the page.
      const leading = Math.min(14, 700 / lines.length)
      const text = lines.map((line) => `(${line}) Tj 0 -${leading.toFixed(4)} Td`).join('\n')
      const content = `BT /F1 12 Tf 40 740 Td\n${text}\nET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${ids[index]?.content} 0 R ` +
          `/Resources << /Font << /F1 ${font} 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  const lock = `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`
  const all = encrypted ? [...bodies, lock] : bodies
  let file = '%PDF-1.4\n'
  const offsets = all.map((body, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const start = file.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = encrypted ? ` /Encrypt ${all.length} 0 R /ID [<00> <00>]` : ''
  file += `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${rows}trailer\n`
  file += `<< /Size ${all.length + 1} /Root 1 0 R${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return new TextEncoder().encode(file)
}
