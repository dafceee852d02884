import { expect, it } from "vitest";
import { done, type Known, openBusiness, type Person, type Row } from "../support/business.ts";
import { uploadFile } from "../support/upload-file.ts";

const { person, admin, operator, listed, first, read, change, addMember } = openBusiness();

it("goods come in and go out by 入库 with a reason, never below zero", async () => {
  const product = await first<Known & { readonly stock: number }>("/product/product", { productType: "2" });
  const move = (qty: number, reason: string | undefined = "盘点") =>
    operator.put<{ stock: number }>("/product/product/addStock", { id: product.id, qty, reason });
  expect((await move(12)).result.stock).toBe(product.stock + 12);
  expect((await move(-product.stock - 13)).message).toBe("库存不足");
  expect((await move(0)).message).toBe("数量不能为 0");
  expect((await move(5, "")).success).toBe(false);
  expect((await read("/product/product", product.id)).stock).toBe(product.stock + 12);
});

it("a member has one default card: choosing another clears the first", async () => {
  const { memberId } = await first("/member/memberBank", { isDefault: "Y" });
  const added = await operator.post<{ id: string }>("/member/memberBank/add", {
    memberId,
    holder: "王小明",
    bank: "ICBC",
    cardNo: "6239990000000000017",
    mobile: "13800138000",
  });
  expect([added.success, added.message]).toEqual([true, expect.any(String)]);
  const { id } = added.result;
  const choose = () => operator.put("/member/memberBank/setDefault", { id });
  expect((await choose()).success).toBe(false); // not verified yet
  expect((await operator.put("/member/memberBank/verify", { id })).success).toBe(true);
  expect((await choose()).success).toBe(true);
  expect((await choose()).message).toBe("已经是默认卡");
  const chosen = await listed("/member/memberBank", { memberId: String(memberId), isDefault: "Y" });
  expect(chosen.map((one) => one.id)).toEqual([id]);
});

it("a member leaves only without points and open orders; then their number is free and their name is covered", async () => {
  const { id } = await addMember({ realname: "欧阳小雨", mobile: "17712345678" });
  const close = (client: Person) => client.put<{ realname: string; mobile: null }>("/member/member/close", { id });
  expect((await close(operator)).success).toBe(false);
  const busy = await first("/store/storeOrder", { status: "0" });
  const refused = await admin.put("/member/member/close", { id: busy.memberId });
  expect(refused.message).toMatch(/还有(积分|未完成的订单)，不能注销/);
  expect((await close(admin)).result).toMatchObject({ realname: "欧**", mobile: null, status: "3" });
  await addMember({ realname: "新会员", mobile: "17712345678" });
});

it("a company's account changes by its own action with a proof; the form leaves it alone", async () => {
  const company = await first("/store/storeCompany", { status: "1" });
  const account = { bank: "CMB", accountHolder: "新户名有限公司", bankAccount: "6214830000000019" };
  const without = await admin.put("/store/storeCompany/changeBank", { id: company.id, ...account });
  expect(without.success).toBe(false);
  expect((await operator.put("/store/storeCompany/changeBank", { id: company.id })).success).toBe(false);
  const changed = await admin.put<{ bankAccount: string }>("/store/storeCompany/changeBank", {
    id: company.id,
    ...account,
    proof: await uploadFile(admin, "company"),
  });
  expect([changed.message, changed.result]).toEqual([expect.any(String), expect.objectContaining(account)]);
});

it("points by hand wait for somebody to grant them", async () => {
  const member = await first<Known & { readonly points: number }>("/member/member", { status: "1" });
  const add = (points: number) =>
    operator.post<{ id: string }>("/settle/sendPointRecord/add", { memberId: member.id, points, reason: "补偿" });
  expect((await add(5001)).message).toBe("一次赠送 1 到 5000 积分");
  const { result } = await add(20);
  const now = async () => (await read("/member/member", member.id)).points;
  expect(await now()).toBe(member.points);
  expect((await operator.put("/settle/sendPointRecord/send", { id: result.id })).status).toBe(403);
  expect((await admin.put("/settle/sendPointRecord/send", { id: result.id })).message).toEqual(done);
  expect(await now()).toBe(member.points + 20);
});

it("BIZ-04 a product on sale keeps a main picture", async () => {
  const product = await first("/product/product", { status: "1" });
  const images = "/product/productImage";
  const main = await first<Known & { url: string }>(images, { productId: product.id, imageType: "1" });
  const refused = "在售商品至少要有一张主图";
  const remove = async () => (await operator.delete(`${images}/delete`, { query: { id: main.id } })).message;
  expect(await remove()).toBe(refused);
  expect((await operator.put(`${images}/edit`, { id: main.id, imageType: "2" })).message).toBe(refused);
  expect(await read("/product/product", product.id)).toMatchObject({ mainImage: main.url });
  const spare = await first<{ readonly url: string }>(images, { productId: `!${product.id}`, imageType: "1" });
  const another = { productId: product.id, imageType: "1", url: spare.url };
  expect((await operator.post(`${images}/add`, another)).success).toBe(true);
  expect(await remove()).toEqual(done);
  expect(await read("/product/product", product.id)).toMatchObject({ mainImage: spare.url });
});

it("BIZ-06 growth lifts an account to the level that it reaches, and takes it down again", async () => {
  const levels = await listed<Known & { minGrowth: number; accountCount: number }>("/ad/userLevel");
  const level = (minGrowth: number) => levels.find((one) => one.minGrowth === minGrowth);
  const account = await first("/ad/adAccount", { status: "1", userLevelId: level(0)?.id ?? "" });
  await change("ad_account", account.id, { growth: 0 });
  const grow = async (amount: number) => {
    expect((await operator.put("/ad/adAccount/addGrowth", { id: account.id, amount, reason: "活动" })).message).toEqual(
      done,
    );
    return (await read("/ad/adAccount", account.id)).userLevelId;
  };
  expect(await grow(600)).toBe(level(500)?.id);
  expect((await read("/ad/userLevel", level(0)?.id ?? "")).accountCount).toBe(Number(level(0)?.accountCount) - 1);
  expect(await grow(-550)).toBe(level(0)?.id);
});

it("BIZ-06 a sector shows as many slides as it may now, not as many as it might when they were made", async () => {
  const slide = await first<Known & { sectorId: string }>("/ad/adSlide", { status: "0" });
  const { slideCount } = await read("/ad/adSector", slide.sectorId);
  await change("ad_slide", slide.id, { end_time: "2099-01-01 00:00:00" });
  const publish = async () => (await operator.put("/ad/adSlide/publish", { id: slide.id })).message;
  const allow = async (maxCount: number) =>
    expect((await operator.put("/ad/adSector/edit", { id: slide.sectorId, maxCount })).success).toBe(true);
  await allow(Number(slideCount));
  expect(await publish()).toBe("这个板块展示的轮播图已到上限");
  await allow(Number(slideCount) + 1);
  expect(await publish()).toEqual(done);
});

it("BIZ-06 user levels are kept by operators, who do not delete them, and read by those who work with members", async () => {
  const { id } = await first("/ad/userLevel", { rank: "6" });
  expect((await operator.delete("/ad/userLevel/delete", { query: { id } })).status).toBe(403);
  for (const name of ["sales", "finance", "settle"]) {
    const client = person(name);
    expect([name, (await client.get("/ad/userLevel/list")).success]).toEqual([name, true]);
    expect([name, (await client.put("/ad/userLevel/edit", { id, privilege: "无" })).status]).toEqual([name, 403]);
  }
});

// Last: it leaves no room for another picture.
it("a product has ten pictures at most: the eleventh is refused at its file, and none is added", async () => {
  const images = "/product/productImage";
  const { productId, url } = await first(images);
  const pictures = async () => (await listed(images, { productId: String(productId) })).length;
  const add = () => admin.post<{ fieldErrors?: Row }>(`${images}/add`, { productId, imageType: "2", url });
  for (let count = await pictures(); count < 10; count += 1) expect((await add()).message).toBe("添加成功！");
  const refused = await add();
  expect([refused.success, refused.result?.fieldErrors?.url]).toEqual([false, "一个商品最多 10 张图片"]);
  expect(await pictures()).toBe(10);
});
