// Parses a key of 32 bytes: 64 hexadecimal digits or 44 characters of base64.

const HEX = /^[0-9a-f]{64}$/i
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/

export function parseKey(text: string): Buffer | undefined {
  if (HEX.test(text)) return Buffer.from(text, 'hex')
  // Node reads both alphabets of base64.
  return BASE64.test(text) ? Buffer.from(text, 'base64') : undefined
}
