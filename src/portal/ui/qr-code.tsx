// Owns the QR code of an address, drawn as SVG; its library loads when the first one is wanted.
import { useEffect, useState } from 'react'

/** Quiet zone that readers of codes ask for. */
const MARGIN = 4

interface Props {
  readonly text: string
  readonly label: string
}

/** One path of all dark modules, as `M x y h1v1h-1z` each. */
async function draw(text: string): Promise<{ readonly size: number; readonly path: string }> {
  const { default: qrcode } = await import('qrcode-generator')
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  let path = ''
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column < count; column += 1)
      if (code.isDark(row, column)) path += `M${column + MARGIN} ${row + MARGIN}h1v1h-1z`
  return { size: count + MARGIN * 2, path }
}

export function QrCode({ text, label }: Props) {
  const [code, setCode] = useState<Awaited<ReturnType<typeof draw>>>()
  useEffect(() => {
    let isCurrent = true
    draw(text).then(
      (drawn) => isCurrent && setCode(drawn),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [text])
  if (!code) return <span className="eq-qr" />
  return (
    <svg className="eq-qr" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label}>
      <rect width={code.size} height={code.size} fill="white" />
      <path d={code.path} fill="black" />
    </svg>
  )
}
