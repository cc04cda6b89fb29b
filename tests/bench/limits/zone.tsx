// Owns the flood zone written by hand: antd Cards over several SWR reads.
import { Card, Col, ConfigProvider, Row, Tag } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { createRoot } from 'react-dom/client'
import { HashRouter, Link, Route, Routes } from 'react-router-dom'
import useSWR from 'swr'
import { fetcher } from './client.ts'

interface Row_ {
  id: string
  title?: string
  term?: string
  definition?: string
  technicalRequirement?: string
  publishedAt?: string
}

function Items({ title, source, to }: { title: string; source: string; to: string }) {
  const { data, isLoading } = useSWR<{ list: Row_[] }>(source, fetcher)
  return (
    <Card title={title} loading={isLoading}>
      {data?.list.map((item) => (
        <p key={item.id} className="row">
          <Link to={`${to}?id=${item.id}`}>{item.title ?? item.term}</Link>{' '}
          <Tag>{item.publishedAt?.slice(0, 10)}</Tag>
        </p>
      ))}
    </Card>
  )
}

function FloodZone() {
  return (
    <main style={{ width: 1200, margin: '0 auto' }}>
      <h1>防汛专区</h1>
      <Row gutter={16}>
        <Col span={14}>
          <Items
            title="防汛通知"
            source="/newapi/floodControlNotice/list?limit=6"
            to="/floodControlNoticeDetail"
          />
        </Col>
        <Col span={10}>
          <Items title="防汛动态" source="/newapi/cmsInfo/sortedList?zone=flood&limit=8" to="/threePage" />
        </Col>
        <Col span={24}>
          <Items
            title="防汛需求"
            source="/newapi/demand/showlist?sysCategoryId=C04&limit=4"
            to="/needDetail"
          />
        </Col>
        <Col span={24}>
          <Items
            title="防汛采购"
            source="/newapi/bidding/list?sysCategoryId=C04&limit=6"
            to="/threePageBind"
          />
        </Col>
        <Col span={24}>
          <Items
            title="险情与处置百科"
            source="/newapi/encyclopedia/list?zones=flood&limit=8"
            to="/threePageEncyclopedia"
          />
        </Col>
      </Row>
    </main>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <ConfigProvider locale={zhCN}>
    <HashRouter>
      <Routes>
        <Route path="*" element={<FloodZone />} />
      </Routes>
    </HashRouter>
  </ConfigProvider>,
)
