// Builds the idempotency key that makes a repeated submission harmless.

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Answers the same key for the same body, so that pressing again after a lost answer creates nothing twice. */
export function buildSubmissionKeys(): (body: unknown) => string {
  let last = ''
  let key = ''
  return (body) => {
    const text = JSON.stringify(body)
    if (text !== last || key === '') key = newKey()
    last = text
    return key
  }
}
