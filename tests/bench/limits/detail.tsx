// Provides the detail page written by hand: antd Descriptions over one SWR read.
import { Card, ConfigProvider, Descriptions, Tag, Typography } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { createRoot } from 'react-dom/client'
import { HashRouter, Route, Routes, useSearchParams } from 'react-router-dom'
import useSWR from 'swr'
import { fetcher } from './client.ts'

type Item = Record<string, string | number | null>
type Dictionaries = Record<string, { value: string; label: string }[]>

function DemandDetail() {
  const [search] = useSearchParams()
  const { data } = useSWR<Item>(`/newapi/demand/info/${search.get('id')}`, fetcher)
  const { data: dictionaries } = useSWR<Dictionaries>('/newapi/api/dict/all', fetcher)
  const { data: related } = useSWR<Item[]>(`/newapi/demand/recommend?id=${search.get('id')}&limit=6`, fetcher)
  if (!data || !dictionaries) return null
  const label = (name: string, value: unknown) =>
    dictionaries[name]?.find((item) => item.value === value)?.label ?? String(value ?? '—')
  return (
    <main style={{ width: 1200, margin: '0 auto' }}>
      <Typography.Title>{data.title}</Typography.Title>
      <Tag>{label('demandType', data.demandType)}</Tag>
      <Tag color="orange">{label('demandUrgency', data.urgency)}</Tag>
      <Descriptions
        bordered
        items={[
          { key: 1, label: '应用场景', children: label('application', data.application) },
          { key: 2, label: '装备类目', children: label('equipmentCategory', data.sysCategoryId) },
          { key: 3, label: '预算金额', children: `${data.budget ?? '面议'}` },
          { key: 4, label: '征集截止日期', children: data.deadline },
          { key: 5, label: '交付地点', children: data.deliveryPlace },
          { key: 6, label: '发布者', children: data.ownerName },
        ]}
      />
      <Typography.Paragraph className="body">{data.technicalRequirement}</Typography.Paragraph>
      <Card title="相关需求">
        {related?.map((item) => (
          <p key={item.id}>{item.title}</p>
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
