// Draws the button that shares a page: with the device's share sheet on phones, else by link and QR code.
import { useState } from 'react'
import { useDisplayedItem } from '#portal/core/pages/displayed-item.ts'
import { toast } from '#portal/core/state/toast.ts'
import { copyText } from '#portal/ui/browser/copy-text.ts'
import { Button } from '#portal/ui/button.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import { QrCode } from '#portal/ui/qr-code.tsx'

interface Props {
  readonly title: string
  readonly label: string
  readonly icon: string
}

export function ShareButton({ title, label, icon }: Props) {
  const [address, setAddress] = useState<string>()
  const displayed = useDisplayedItem()
  const open = async () => {
    // The address that tells who gets it what it is about, before anybody opens it.
    const own = displayed?.address ? `${window.location.origin}${displayed.address}` : window.location.href
    if (!(await shareNatively(title, own))) setAddress(own)
  }
  const copy = async () => {
    if (await copyText(address ?? '')) toast.success('链接已复制')
    else toast.error('复制失败，请手动复制地址栏中的链接')
  }
  return (
    <>
      <Button icon={icon} onClick={() => void open()}>
        {label}
      </Button>
      <Dialog open={address !== undefined} title="分享" onClose={() => setAddress(undefined)}>
        <div className="eq-share">
          <p>{title}</p>
          <QrCode address={address ?? ''} label="本页地址的二维码" />
          <p className="eq-muted">用手机扫描二维码打开本页，或者复制链接</p>
          <input className="eq-input" readOnly value={address ?? ''} aria-label="本页链接" />
          <Button look="primary" icon="copy" onClick={() => void copy()}>
            复制链接
          </Button>
        </div>
      </Dialog>
    </>
  )
}

/** True where the device took it, or the reader closed its sheet. */
async function shareNatively(title: string, url: string): Promise<boolean> {
  const isTouch = window.matchMedia?.('(pointer: coarse)').matches
  if (!isTouch || !navigator.share) return false
  await navigator.share({ title, url }).catch(() => undefined)
  return true
}
