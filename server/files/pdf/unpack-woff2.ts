import { brotliDecompressSync } from "node:zlib";

/** Tables that WOFF2 names by number: their places in its list (5.1 of the format). */
const knownTags = [
  "cmap,head,hhea,hmtx,maxp,name,OS/2,post,cvt ,fpgm,glyf,loca,prep,CFF ,VORG,EBDT,EBLC,gasp,hdmx,kern,LTSH,PCLT,VDMX,vhea",
  "vmtx,BASE,GDEF,GPOS,GSUB,EBSC,JSTF,MATH,CBDT,CBLC,COLR,CPAL,SVG ,sbix,acnt,avar,bdat,bloc,bsln,cvar,fdsc,feat,fmtx,fvar",
  "gvar,hsty,just,lcar,mort,morx,opbd,prop,trak,Zapf,Silf,Glat,Gloc,Feat,Sill",
].flatMap((tags) => tags.split(","));

const ownTag = 63;

/**
 * The OpenType font within a WOFF2 file, by Node's own Brotli: fontkit unpacks one in JavaScript, which took two thirds of
 * the time of a small PDF. A library in WebAssembly takes three times as long as this (`docs/decisions/0155`).
 *
 * @throws Error when the file is no WOFF2, or its tables are stored in the transformed way, which are outlines of TrueType
 */
export function unpackWoff2(file: Buffer): Buffer {
  if (file.toString("latin1", 0, 4) !== "wOF2") throw new Error("the font is no WOFF2 file");
  const count = file.readUInt16BE(12);
  let at = 48;
  const number = (): number => {
    let value = 0;
    for (;;) {
      const byte = file.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  const tables = Array.from({ length: count }, () => {
    const flags = file.readUInt8(at++);
    const known = flags & 63;
    if (known === ownTag) at += 4;
    const tag = known === ownTag ? file.toString("latin1", at - 4, at) : (knownTags[known] as string);
    const plain = tag === "glyf" || tag === "loca" ? 3 : 0;
    if (flags >> 6 !== plain) throw new Error(`the font's table ${tag} is transformed`);
    return { tag, length: number() };
  });
  const unpacked = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));

  const directory = Buffer.alloc(12 + 16 * count);
  file.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  let place = directory.length;
  for (const [index, { tag, length }] of tables.entries()) {
    const entry = 12 + 16 * index;
    directory.write(tag, entry, "latin1");
    // No checksum: nobody who reads it in here asks for one.
    directory.writeUInt32BE(place, entry + 8);
    directory.writeUInt32BE(length, entry + 12);
    place += length;
  }
  return Buffer.concat([directory, unpacked]);
}
