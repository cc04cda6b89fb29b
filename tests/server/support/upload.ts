// Owns the uploading of a small file as a form does it.
import type { Answer, TestApp } from './test-app.ts'

const CONTENTS = {
  pdf: Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\n%%EOF\n'),
  png: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)]),
} as const
const BOUNDARY = 'x-boundary-x'

interface Place {
  readonly form: string
  readonly field: string
  readonly kind?: keyof typeof CONTENTS
}

let count = 0

/** Each upload without a token comes from an address of its own, since visitors may upload only so many. */
export function uploadFile(
  app: TestApp,
  { form, field, kind = 'pdf' }: Place,
  token?: string,
): Promise<Answer<{ id: string }>> {
  count += 1
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="file.${kind}"\r\n\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  return app.ask({
    method: 'POST',
    url: `/file/fileOperation/upload?${new URLSearchParams({ form, field })}`,
    headers: token === undefined ? headers : { ...headers, token },
    payload: Buffer.concat([Buffer.from(head), CONTENTS[kind], Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
    remoteAddress: `10.66.${Math.floor(count / 200) % 200}.${count % 200}`,
  })
}
