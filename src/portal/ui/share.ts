// Owns sharing: the device's own sheet where there is one, else the link is copied.
import { toast } from './toast.tsx'

/** Copies without the asynchronous clipboard, which insecure addresses do not have. */
function copyByField(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.className = 'eq-sr-only'
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}

export async function copyText(text: string, message = '链接已复制'): Promise<void> {
  const done = navigator.clipboard
    ? await navigator.clipboard.writeText(text).then(
        () => true,
        () => copyByField(text),
      )
    : copyByField(text)
  if (done) toast.success(message)
  else toast.error('复制失败，请手动复制地址栏中的链接')
}

export async function share(title: string): Promise<void> {
  const url = window.location.href
  const coarse = window.matchMedia?.('(pointer: coarse)').matches
  if (coarse && navigator.share) {
    await navigator.share({ title, url }).catch(() => undefined)
    return
  }
  await copyText(url)
}
