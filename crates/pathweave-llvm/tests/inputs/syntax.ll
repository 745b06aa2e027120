; Syntax that compilers of C seldom write, for the reader. LLVM 19 parses it but for the casts that
; older versions have as constant expressions, the summary and the last line.
source_filename = "syntax.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
module asm "beep boop"
module asm "\22quoted\22"

%named = type { i32, %"quoted name", [0 x i8] }
%"quoted name" = type <{ i8, i64 }>
%opaque = type opaque
%0 = type { i1, <4 x float> }
%empty = type {}

$any = comdat any
$largest = comdat largest
$"quoted comdat" = comdat exactmatch

@private = private global i32 0
@internal = internal constant i32 1
@available = available_externally global i32 0
@linkonce = linkonce global i32 0
@weak = weak global i32 0
@common = common global i32 0
@appending = appending global [1 x ptr] [ptr @private]
@extern_weak = extern_weak global i32
@linkonce_odr = linkonce_odr global i32 0
@weak_odr = weak_odr global i32 0
@hidden = hidden global i32 0
@protected = protected global i32 0
@dllimport = external dllimport global i32
@tls = thread_local global i32 0
@tls.ld = thread_local(localdynamic) global i32 0
@tls.ie = internal thread_local(initialexec) unnamed_addr global i32 0, section "x", align 8
@ua = local_unnamed_addr global i32 0, partition "part", comdat($any)
@space = addrspace(3) global i32 0
@ext.init = externally_initialized global i32 0
@sized = global { %named, %0 } { %named { i32 1, %"quoted name" <{ i8 2, i64 3 }>, [0 x i8] zeroinitializer }, %0 { i1 true, <4 x float> <float 1.0, float 0.0, float undef, float poison> } }
@model = global i32 0, code_model "large"
@san = global i32 0, no_sanitize_address, sanitize_memtag
@"\01mangled" = global i32 4
@5 = global i32 5
@6 = global ptr @5
@floats = global [5 x double] [double 0x7FF0000000000000, double -1.5, double 1.0e10, double 0x8000000000000000, double +2.5]
@ppc = global ppc_fp128 0xM40000000000000000000000000000000
@quad = global fp128 0xL00000000000000004000000000000000
@bigneg = global i256 -57896044618658097711785492504343953926634992332820282019728792003956564819968
@hex = global i64 u0xFFFFFFFF
@exprs = global [9 x i64] [i64 ptrtoint (ptr @private to i64), i64 add (i64 ptrtoint (ptr @private to i64), i64 5), i64 sub nuw nsw (i64 ptrtoint (ptr @weak to i64), i64 ptrtoint (ptr @private to i64)), i64 xor (i64 ptrtoint (ptr @weak to i64), i64 -1), i64 mul (i64 ptrtoint (ptr @weak to i64), i64 3), i64 zext (i32 trunc (i64 ptrtoint (ptr @weak to i64) to i32) to i64), i64 0, i64 undef, i64 poison]
@geps = global [3 x ptr] [ptr getelementptr inbounds nuw (%named, ptr @sized, i64 0, i32 1, i32 1), ptr getelementptr inrange(-4, 12) (i8, ptr @weak, i64 4), ptr getelementptr nusw nuw (i8, ptr @weak, i32 1)]
@casts = global [2 x ptr] [ptr addrspacecast (ptr addrspace(3) @space to ptr), ptr inttoptr (i64 16 to ptr)]
@vec = global <2 x i64> <i64 extractelement (<2 x i64> <i64 ptrtoint (ptr @weak to i64), i64 1>, i32 0), i64 2>
@ins = global <2 x ptr> insertelement (<2 x ptr> poison, ptr @weak, i32 1)
@shuf = global <2 x i64> shufflevector (<2 x i64> <i64 ptrtoint (ptr @weak to i64), i64 1>, <2 x i64> undef, <2 x i32> <i32 1, i32 0>)
@dso = global ptr dso_local_equivalent @external
@nocfi = global ptr no_cfi @external
@ba = constant ptr blockaddress(@instructions, %"a block")
@scal = external global <vscale x 4 x i32>
@fnptr = global ptr @external, !annotated !7

@alias = alias i32, ptr @private
@alias.expr = internal unnamed_addr alias i8, getelementptr (i8, ptr @weak, i64 1)
@alias.tls = hidden thread_local alias i32, ptr @tls
@ifunc = ifunc i32 (i32), ptr @resolver, partition "part"

declare void @external()
declare extern_weak void @extern_weak.f()
declare cc 10 void @numbered.cc()
declare preserve_mostcc void @pm()
declare void @attrs(ptr byval(%named) align 8, ptr sret(%named), ptr inalloca(i32), ptr byref(i8), i32 zeroext inreg, ptr nest, ptr elementtype(i32), ptr dereferenceable_or_null(8)) nounwind memory(argmem: readwrite, inaccessiblemem: none) allockind("alloc,uninitialized") allocsize(0) vscale_range(1,16) uwtable(sync) "key" "k"="v"
declare token @llvm.coro.id(i32, ptr readnone, ptr nocapture readonly, ptr)
declare i32 @personality(...)
declare void @md(metadata)
declare range(i32 0, 10) i32 @ranged(i32 range(i32 -5, 5))
declare nofpclass(nan inf) float @nofp(float nofpclass(zero))
declare target("spirv.Image", i32, 0) @image()

define ptr @resolver() {
  ret ptr @external
}

define internal fastcc noundef zeroext i8 @header(i8 zeroext %x, ...) unnamed_addr addrspace(0) #0 section "text" partition "p" comdat($any) align 16 gc "shadow-stack" prefix i32 5 prologue i8 0 personality ptr @personality !prof !1 {
  ret i8 %x
}

define void @instructions(i32 %a, ptr %p, <4 x i32> %v, double %d, { i32, [2 x i8] } %agg, i1 %c, i8 %b) personality ptr @personality {
entry:
  %"quoted local" = add nuw nsw i32 %a, -1
  %exact = udiv exact i32 %a, 3
  %disjoint = or disjoint i32 %a, 1
  %fast = fadd fast double %d, 1.0
  %flags = fmul nnan ninf nsz arcp contract afn reassoc double %d, %d
  %neg = fneg nsz double %d
  %rem = frem double %d, %neg
  %el = extractelement <4 x i32> %v, i8 %b
  %in = insertelement <4 x i32> %v, i32 %el, i64 3
  %sh = shufflevector <4 x i32> %v, <4 x i32> %in, <2 x i32> <i32 poison, i32 7>
  %sz = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> zeroinitializer
  %ev = extractvalue { i32, [2 x i8] } %agg, 1, 0
  %iv = insertvalue { i32, [2 x i8] } %agg, i8 %ev, 1, 1
  %al = alloca inalloca i32, i32 %a, align 16
  %al2 = alloca [4 x i8], align 1
  %ld = load volatile i32, ptr %p, align 4, !nontemporal !2, !invariant.load !3
  %lda = load atomic volatile i32, ptr %p syncscope("singlethread") seq_cst, align 4
  store volatile i32 %ld, ptr %p, align 1
  store atomic i32 %lda, ptr %p release, align 4
  fence syncscope("agent") acquire
  fence seq_cst
  %cx = cmpxchg weak volatile ptr %p, i32 0, i32 %a syncscope("x") acq_rel monotonic, align 8
  %cp = cmpxchg ptr %p, ptr null, ptr %p seq_cst seq_cst
  %rm = atomicrmw volatile umax ptr %p, i32 %a syncscope("y") acquire, align 4
  %rf = atomicrmw fadd ptr %p, double 1.0 seq_cst
  %ru = atomicrmw uinc_wrap ptr %p, i32 1 monotonic
  %g = getelementptr inbounds nuw %named, ptr %p, i64 0, i32 1, i32 0
  %gv = getelementptr i8, ptr %p, <4 x i32> %v
  %gz = getelementptr i8, <4 x ptr> %gv, i64 1
  %tr = trunc nuw nsw i32 %a to i8
  %ze = zext nneg i32 %a to i64
  %ui = uitofp nneg i32 %a to float
  %bc = bitcast <4 x i32> %v to i128
  %as = addrspacecast ptr %p to ptr addrspace(3)
  %pi = ptrtoint <4 x ptr> %gz to <4 x i64>
  %ic = icmp ult <4 x ptr> %gz, zeroinitializer
  %fc = fcmp fast ueq double %d, 0x7FF8000000000000
  %ft = fcmp true double %d, %d
  %se = select <4 x i1> %ic, <4 x ptr> %gz, <4 x ptr> %gv
  %sf = select fast i1 %c, double %d, double 1.0
  %fr = freeze { i32, [2 x i8] } %iv
  %va = va_arg ptr %p, { i32, i64 }
  call void @external() nounwind memory(none) "x"="y" [ "deopt"(i32 %a, ptr %p), "gc-live"() ]
  %as1 = call i32 asm sideeffect alignstack inteldialect unwind "mov $0, $1", "=r,r,~{cc}"(i32 %a) #1, !srcloc !4
  %as2 = call { i32, i32 } asm "", "=r,=r"()
  tail call fastcc void @external()
  notail call cc 10 void @numbered.cc()
  %ra = call range(i32 0, 10) i32 @ranged(i32 range(i32 -5, 5) 3)
  call void @md(metadata !"string")
  call void @md(metadata !{})
  call void @md(metadata i32 %a)
  call void @md(metadata !5)
  %tk = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  br i1 %c, label %"a block", label %sw, !prof !1, !dbg !DILocation(line: 1, column: 2, scope: !20)

"a block":
  %ph = phi fast double [ %sf, %entry ], [ 0.0, %"a block" ], [ undef, %ib ]
  br i1 %ft, label %"a block", label %ib

sw:
  switch i32 %a, label %ib [
    i32 -2147483648, label %inv
    i32 1, label %inv
  ]

ib:
  %dest = phi ptr [ blockaddress(@instructions, %"a block"), %"a block" ], [ null, %sw ]
  indirectbr ptr %dest, [label %"a block", label %inv]

inv:
  %r = invoke i32 @ranged(i32 2) [ "funclet"(token none) ]
          to label %cb unwind label %lp, !dbg !21

cb:
  callbr void asm sideeffect "", "r,!i"(i32 %r)
          to label %un [label %sw2]

sw2:
  switch i8 %b, label %un []

lp:
  %l = landingpad { ptr, i32 }
          cleanup
          catch ptr @5
          filter [1 x ptr] [ptr @6]
  resume { ptr, i32 } %l

un:
  unreachable
}

define void @funclets() personality ptr @personality {
entry:
  invoke void @external() to label %exit unwind label %cs
cs:
  %s = catchswitch within none [label %h1, label %h2] unwind label %cl
h1:
  %p1 = catchpad within %s [ptr @5, i32 7]
  catchret from %p1 to label %exit
h2:
  %p2 = catchpad within %s []
  catchret from %p2 to label %exit
cl:
  %q = cleanuppad within none []
  cleanupret from %q unwind to caller
exit:
  ret void
}

define { i32, i32 } @musttail(i32, i32, ...) {
  %3 = musttail call { i32, i32 } (i32, i32, ...) @musttail(i32 %0, i32 %1, ...)
  ret { i32, i32 } %3
}

define void @unnamed(i32) {
  call i32 @ranged(i32 %0)
  %3 = add i32 %2, 1
  br label %4

4:
  ret void

5:
  %6 = load i32, ptr @private
  ret void
}

attributes #0 = { nounwind alignstack=16 align=8 "target-features"="+sse,-avx" memory(read) }
attributes #1 = { "a" nomerge }

!named = !{!0, !1}
!llvm.module.flags = !{!9}
!odd\2Ename = !{!0}
!0 = distinct !{!0, null, !"str\22ing", i32 7, ptr @5, !{!1}}
!1 = !{!"branch_weights", i32 1, i32 2}
!2 = !{i32 1}
!3 = !{}
!4 = !{i64 5}
!5 = !DIExpression(DW_OP_deref, DW_OP_plus_uconst, 8, DW_OP_LLVM_convert, 32, DW_ATE_signed)
!7 = distinct !{}
!9 = !{i32 2, !"Debug Info Version", i32 3}
!20 = distinct !DISubprogram(name: "f", linkageName: "_f", scope: !22, file: !22, line: 3, type: !23, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !24)
!21 = !DILocation(line: 4, column: 9, scope: !20, inlinedAt: !26, isImplicitCode: true)
!22 = !DIFile(filename: "a \22b\22.c", directory: "/d", checksumkind: CSK_MD5, checksum: "00000000000000000000000000000000", source: "int x;\0A")
!23 = !DISubroutineType(flags: DIFlagPublic | DIFlagStaticMember, cc: DW_CC_normal, types: !25)
!24 = distinct !DICompileUnit(language: DW_LANG_C11, file: !22, isOptimized: true, flags: "-O2", runtimeVersion: 0, emissionKind: FullDebug, nameTableKind: None, splitDebugInlining: false)
!25 = !{null, null}
!26 = distinct !DILocation(line: 9, scope: !20)
!27 = !DIEnumerator(name: "big", value: 340282366920938463463374607431768211455, isUnsigned: true)
!28 = !DITemplateValueParameter(name: "n", type: !29, value: i8 5)
!29 = !DIBasicType(name: "char", size: 8, align: 8, encoding: DW_ATE_signed_char)
!30 = !DISubrange(count: !31, lowerBound: -1)
!31 = !DILocalVariable(name: "n", arg: 1, scope: !20, type: !29, align: 32, annotations: !{})
!32 = !GenericDINode(tag: DW_TAG_member, header: "some\00header", operands: {!3, null})
!33 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !24, entity: !20, line: 2)

^0 = module: (path: "x", hash: (0, 0, 0, 0, 0))
uselistorder ptr @5, { 1, 0 }
