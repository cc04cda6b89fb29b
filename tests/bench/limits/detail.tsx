// Provides the detail page written by hand: antd over SWR reads, with the content that the portal's page shows a visitor.
import { Button, Card, ConfigProvider, Descriptions, Space, Statistic, Tag, Typography } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { HashRouter, Link, Route, Routes, useSearchParams } from 'react-router-dom'
import useSWR from 'swr'
import { fetcher } from './client.ts'

type Item = Record<string, string | number | null>
type Dictionaries = Record<string, { value: string; label: string }[]>

const REACTIONS = ['支持', '收藏', '点赞', '分享', '打印', '举报']

function Neighbours({ id }: { readonly id: string | null }) {
  const { data } = useSWR<Record<string, Item | null>>(`/newapi/demand/neighbours?id=${id}`, fetcher)
  return (
    <Space>
      {data?.previous ? <Link to={`/?id=${data.previous.id}`}>上一篇：{data.previous.title}</Link> : null}
      {data?.next ? <Link to={`/?id=${data.next.id}`}>下一篇：{data.next.title}</Link> : null}
    </Space>
  )
}

function Schemes({ id }: { readonly id: string | null }) {
  const source = `/newapi/demandScheme/list?demandId=${id}&limit=10&page=1`
  const { data } = useSWR<{ list: Item[] }>(source, fetcher)
  return (
    <Card title="应征方案">
      {data?.list.map((item) => (
        <p key={item.id}>
          <Link to={`/schemeDetail?id=${item.id}`}>{item.title}</Link> {item.summary}
        </p>
      ))}
    </Card>
  )
}

function DemandDetail() {
  const [search] = useSearchParams()
  const id = search.get('id')
  const { data } = useSWR<Item>(`/newapi/demand/info/${id}`, fetcher)
  const { data: dictionaries } = useSWR<Dictionaries>('/newapi/api/dict/all', fetcher)
  const { data: related } = useSWR<Item[]>(`/newapi/demand/recommend?id=${id}&limit=6`, fetcher)
  const isRead = data !== undefined
  useEffect(() => {
    if (isRead) void fetcher(`/newapi/demand/view?id=${id}`)
  }, [isRead, id])
  if (!data || !dictionaries) return null
  const label = (name: string, value: unknown) =>
    dictionaries[name]?.find((item) => item.value === value)?.label ?? String(value ?? '—')
  return (
    <main style={{ width: 1200, margin: '0 auto' }}>
      <Typography.Title>{data.title}</Typography.Title>
      <Tag>{label('demandType', data.demandType)}</Tag>
      <Tag color="orange">{label('demandUrgency', data.urgency)}</Tag>
      <Tag>{label('demandProgress', data.progress)}</Tag>
      <span>
        发布时间 {String(data.publishedAt).slice(0, 10)} 浏览 {data.viewCount} 点赞 {data.likeCount}
      </span>
      <Space size="large">
        <Statistic title="征集截止日期" value={String(data.deadline)} />
        <Statistic title="预算金额" value={data.budget ?? '面议'} suffix="万元" />
        <Statistic title="使用地区" value={String(data.region)} />
        <Statistic title="应用场景" value={label('application', data.application)} />
      </Space>
      <Descriptions
        bordered
        items={[
          { key: 1, label: '装备类目', children: label('equipmentCategory', data.sysCategoryId) },
          { key: 2, label: '需求数量', children: data.quantity },
          { key: 3, label: '计量单位', children: data.unit },
          { key: 4, label: '交付地点', children: data.deliveryPlace },
          { key: 5, label: '方案公开', children: label('schemeDisclosure', data.schemeDisclosure) },
          { key: 6, label: '发布者', children: data.ownerName },
        ]}
      />
      <Typography.Title level={2}>技术要求</Typography.Title>
      <Typography.Paragraph>{data.technicalRequirement}</Typography.Paragraph>
      <Typography.Title level={2}>使用场景</Typography.Title>
      <Typography.Paragraph>{data.scene}</Typography.Paragraph>
      <Space>
        {REACTIONS.map((reaction) => (
          <Button key={reaction}>{reaction}</Button>
        ))}
      </Space>
      <Neighbours id={id} />
      <Schemes id={id} />
      <Card title="相关需求">
        {related?.map((item) => (
          <p key={item.id}>
            <Link to={`/?id=${item.id}`}>{item.title}</Link>
          </p>
        ))}
      </Card>
    </main>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <ConfigProvider locale={zhCN}>
    <HashRouter>
      <Routes>
        <Route path="*" element={<DemandDetail />} />
      </Routes>
    </HashRouter>
  </ConfigProvider>,
)
